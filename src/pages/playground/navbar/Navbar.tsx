import { useStore } from 'zustand';
import { DEMOS } from '#core/slang/demos/demos.ts';
import { type CommandContext, mainCommands } from '#pages/playground/commands/mainCommands.ts';
import type { SmallScreenView } from '#pages/playground/layout/smallScreenView.ts';
import { Button } from '#ui/Button.tsx';
import { Select, separator } from '#ui/Select.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import type { GpuState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompileControls } from './CompileControls.tsx';
import { LiveButton } from './LiveButton.tsx';
import { Logo } from './Logo.tsx';
import styles from './Navbar.module.css';
import { ProjectName } from './ProjectName.tsx';
import { ThemeSelect } from './ThemeSelect.tsx';

interface NavbarProps {
  readonly context: CommandContext;
  /** The view that a small screen shows; null on a large one, which shows both. */
  readonly smallScreenView: SmallScreenView | null;
}

const DEMO_OPTIONS = DEMOS.map(({ name, url }, index) =>
  url === '' ? separator(String(index)) : { value: url, text: name },
);

export function Navbar({ context, smallScreenView }: NavbarProps) {
  const { workspace, showView } = context;
  const { run, compile } = mainCommands(context);
  const openDemo = (url: string) => {
    showView('results');
    void workspace.openDemo(url);
  };
  const demo = useStore(workspace.store, (state) => state.demo);
  const gpu = useStore(workspace.store, (state) => state.gpu);
  return (
    <nav className={styles['navbar']} aria-label="Playground">
      <a className={styles['home']} href="./" aria-label="Home">
        <Logo />
      </a>
      <h1 className="visually-hidden">Slang Playground</h1>
      <ProjectName workspace={workspace} />
      <Select
        label="Load Demo"
        placeholder="Load Demo"
        value={DEMOS.some(({ url }) => url === demo) ? demo : null}
        options={DEMO_OPTIONS}
        onChange={openDemo}
      />
      <Slot name="demos" />
      <Button
        kind="primary"
        label="Run"
        hint={runHint(gpu)}
        disabled={gpu.kind === 'unavailable'}
        onClick={run.run}
      >
        <svg
          width="0.75rem"
          height="0.75rem"
          viewBox="0 0 12 12"
          fill="currentColor"
          aria-hidden="true"
        >
          <path d="M2.5 1.2v9.6L10.6 6z" />
        </svg>
        Run
      </Button>
      <LiveButton workspace={workspace} />
      <CompileControls workspace={workspace} onCompile={compile.run} />
      <div className={styles['end']}>
        <Slot name="navbar" />
        <ThemeSelect />
      </div>
      {smallScreenView && (
        <ViewButton
          workspace={workspace}
          view={smallScreenView}
          onToggle={() => showView(smallScreenView === 'source' ? 'results' : 'source')}
        />
      )}
    </nav>
  );
}

interface ViewButtonProps {
  readonly workspace: Workspace;
  /** The view that is shown now. */
  readonly view: SmallScreenView;
  readonly onToggle: () => void;
}

/** Switches the view of a small screen. A dot marks unseen diagnostics in the results. */
function ViewButton({ workspace, view, onToggle }: ViewButtonProps) {
  const hasDiagnostics = useStore(workspace.store, (state) => state.messages.length > 0);
  return (
    <Button label={view === 'source' ? 'View Results' : 'View Source'} onClick={onToggle}>
      {view === 'source' ? 'Results' : 'Source'}
      {view === 'source' && hasDiagnostics && <span className={styles['dot']} />}
    </Button>
  );
}

function runHint(gpu: GpuState): string {
  return gpu.kind === 'unavailable'
    ? `Cannot run: ${gpu.reason.split('\n')[0]}`
    : 'Compile and run (F5)';
}
