import { useStore } from 'zustand';
import { DEMOS } from '#demos/demos.ts';
import { Button } from '#ui/Button.tsx';
import { Select, separator } from '#ui/Select.tsx';
import type { GpuState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompileControls } from './CompileControls.tsx';
import { Logo } from './Logo.tsx';
import styles from './Navbar.module.css';

interface NavbarProps {
  readonly workspace: Workspace;
  readonly onRun: () => void;
  /** What a small screen shows; null on a large one, where both are in sight. */
  readonly smallScreenView: 'source' | 'results' | null;
  readonly onToggleView: () => void;
}

const DEMO_OPTIONS = DEMOS.map(({ name, url }, index) =>
  url === '' ? separator(String(index)) : { value: url, text: name },
);

export function Navbar({ workspace, onRun, smallScreenView, onToggleView }: NavbarProps) {
  const demo = useStore(workspace.store, (state) => state.demo);
  const gpu = useStore(workspace.store, (state) => state.gpu);
  return (
    <nav className={styles['navbar']} aria-label="Playground">
      <a className={styles['home']} href="./" aria-label="Home">
        <Logo />
        <span className={styles['title']}>Slang Playground</span>
      </a>
      <Select
        label="Load Demo"
        placeholder="Load Demo"
        value={demo}
        options={DEMO_OPTIONS}
        onChange={(name) => void workspace.openDemo(name)}
      />
      <Button
        kind="primary"
        label="Run"
        hint={runHint(gpu)}
        disabled={gpu.kind === 'unavailable'}
        onClick={onRun}
      >
        <svg width="12" height="12" viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
          <path d="M2.5 1.2v9.6L10.6 6z" />
        </svg>
        Run
      </Button>
      <CompileControls workspace={workspace} />
      {smallScreenView && (
        <span className={styles['end']}>
          <Button
            label={smallScreenView === 'source' ? 'View Results' : 'View Source'}
            onClick={onToggleView}
          >
            {smallScreenView === 'source' ? 'Results' : 'Source'}
          </Button>
        </span>
      )}
    </nav>
  );
}

function runHint(gpu: GpuState): string {
  return gpu.kind === 'unavailable' ? `Cannot run: ${gpu.reason}` : 'Compile and run (F5)';
}
