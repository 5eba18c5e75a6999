import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { CommandContext } from '#pages/playground/commands/mainCommands.ts';
import { RESULT_TABS, visibleTabs } from '#workspace/tabs.ts';
import type { SmallScreenView } from './smallScreenView.ts';
import styles from './ViewSwitch.module.css';

interface ViewSwitchProps {
  readonly context: CommandContext;
  readonly view: SmallScreenView;
}

/** The tab that is reached as “Controls”, and those that “Results” prefers to it. */
const CONTROLS = 'uniforms';
const RESULTS = ['diagnostics', 'output', 'target-code'];

const WITHOUT_CONTROLS = RESULT_TABS.find(({ id }) => id === CONTROLS)?.absent;

/**
 * What a small screen shows below the picture. Source and results are named “View …” while they are
 * not shown. A dot marks unseen diagnostics in the results.
 */
export function ViewSwitch({ context, view }: ViewSwitchProps) {
  const { workspace, showView } = context;
  const { store } = workspace;
  const hasDiagnostics = useStore(store, (state) => state.messages.length > 0);
  const openTool = useStore(store, (state) => state.openTool);
  const activeTab = useStore(store, (state) => state.activeTab);
  const tabs = useStore(
    store,
    useShallow((state) => visibleTabs(state).map(({ id }) => id)),
  );
  const hasControls = tabs.includes(CONTROLS);
  const showsResults = view === 'results' && openTool === null;
  const showsControls = showsResults && activeTab === CONTROLS;

  const showControls = () => {
    if (openTool !== null) workspace.closeTool(openTool);
    workspace.selectTab(CONTROLS);
    showView('results');
  };
  const showResults = () => {
    // From the source, it leads back to what was there before.
    if (view === 'results') {
      if (openTool !== null) workspace.closeTool(openTool);
      const tab = RESULTS.find((id) => tabs.includes(id));
      if (activeTab === CONTROLS && tab) workspace.selectTab(tab);
    }
    showView('results');
  };
  return (
    <div className={styles['views']}>
      <button
        type="button"
        aria-label={view === 'source' ? undefined : 'View Source'}
        aria-pressed={view === 'source'}
        onClick={() => showView('source')}
      >
        Source
      </button>
      <button
        type="button"
        title={hasControls ? undefined : WITHOUT_CONTROLS}
        aria-pressed={showsControls}
        aria-disabled={!hasControls || undefined}
        onClick={hasControls ? showControls : undefined}
      >
        Controls
      </button>
      <button
        type="button"
        aria-label={view === 'results' ? undefined : 'View Results'}
        aria-pressed={showsResults && !showsControls}
        onClick={showResults}
      >
        Results
        {view === 'source' && hasDiagnostics && <span className={styles['dot']} />}
      </button>
    </div>
  );
}
