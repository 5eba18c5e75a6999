import { useStore } from 'zustand';
import type { SmallScreenView } from '#pages/playground/layout/smallScreenView.ts';
import type { DiskTool } from '#pages/playground/tools/diskTool.ts';
import { DEMOS } from '#core/slang/demos/demos.ts';
import type { ExportTools } from '#tools/export/export.ts';
import type { HistoryLibrary } from '#engine/storage/history/library.ts';
import type { Starter } from '#core/slang/starters/starters.ts';
import { Button } from '#ui/Button.tsx';
import { Select, separator } from '#ui/Select.tsx';
import type { GpuState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompileControls } from './CompileControls.tsx';
import { ExportButton } from './ExportButton.tsx';
import { GalleryButton } from './GalleryButton.tsx';
import { HelpButton } from './HelpButton.tsx';
import { HistoryButton, type HistoryButtonProps } from './HistoryButton.tsx';
import { LiveButton } from './LiveButton.tsx';
import { Logo } from './Logo.tsx';
import styles from './Navbar.module.css';
import { NewButton } from './NewButton.tsx';
import { OpenSaveButton } from './OpenSaveButton.tsx';
import { ShareButton } from './ShareButton.tsx';
import { ThemeSelect } from './ThemeSelect.tsx';

interface NavbarProps
  extends Pick<HistoryButtonProps, 'onRestore' | 'saveNotice' | 'onSaveNoticeOver'> {
  readonly workspace: Workspace;
  readonly onRun: () => void;
  readonly onCompile: () => void;
  /** The view that a small screen shows; null on a large one, which shows both. */
  readonly smallScreenView: SmallScreenView | null;
  readonly onToggleView: () => void;
  /** Called when the user chooses a demo in the list or the gallery. */
  readonly onOpenDemo: (url: string) => void;
  /** Called with the source of an example that the user opens from Help. */
  readonly onOpenExample: (source: string) => void;
  readonly onOpenStarter: (starter: Starter) => void;
  readonly diskTool: DiskTool;
  readonly exportTools: ExportTools;
  readonly history: HistoryLibrary;
}

const DEMO_OPTIONS = DEMOS.map(({ name, url }, index) =>
  url === '' ? separator(String(index)) : { value: url, text: name },
);

export function Navbar(props: NavbarProps) {
  const { workspace, onRun, onCompile, smallScreenView, onToggleView } = props;
  const { onOpenDemo, onOpenExample, onOpenStarter, diskTool, exportTools, history } = props;
  const { onRestore, saveNotice, onSaveNoticeOver } = props;
  const demo = useStore(workspace.store, (state) => state.demo);
  const gpu = useStore(workspace.store, (state) => state.gpu);
  return (
    <nav className={styles['navbar']} aria-label="Playground">
      <a className={styles['home']} href="./" aria-label="Home">
        <Logo />
      </a>
      <h1 className={styles['title']}>Slang Playground</h1>
      <Select
        label="Load Demo"
        placeholder="Load Demo"
        value={DEMOS.some(({ url }) => url === demo) ? demo : null}
        options={DEMO_OPTIONS}
        onChange={onOpenDemo}
      />
      <GalleryButton onOpenDemo={onOpenDemo} />
      <Button
        kind="primary"
        label="Run"
        hint={runHint(gpu)}
        disabled={gpu.kind === 'unavailable'}
        onClick={onRun}
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
      <CompileControls workspace={workspace} onCompile={onCompile} />
      <div className={styles['end']}>
        <NewButton onChoose={onOpenStarter} />
        <OpenSaveButton tool={diskTool} />
        <ShareButton workspace={workspace} />
        <ExportButton tools={exportTools} />
        <HistoryButton
          workspace={workspace}
          library={history}
          onRestore={onRestore}
          saveNotice={saveNotice}
          onSaveNoticeOver={onSaveNoticeOver}
        />
        <HelpButton onOpenExample={onOpenExample} />
        <ThemeSelect />
      </div>
      {smallScreenView && (
        <ViewButton workspace={workspace} view={smallScreenView} onToggle={onToggleView} />
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
