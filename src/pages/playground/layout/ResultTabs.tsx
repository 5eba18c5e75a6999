import '#ui/tabs.css';
import { Tabs } from '@base-ui/react/tabs';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useElapsedSeconds, useOverdue } from '#pages/playground/browser/useElapsed.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { Slot, ToolPanel, useTools } from '#ui/tools/Slot.tsx';
import { visibleTabs } from '#workspace/tabs.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ResultTabs.module.css';

const OutputPanel = lazyPanel(
  'The printed text',
  async () => (await import('./ResultPanels.tsx')).OutputPanel,
);

const DiagnosticsPanel = lazyPanel(
  'The diagnostics',
  async () => (await import('./ResultPanels.tsx')).DiagnosticsPanel,
);

const ProblemList = lazyPanel(
  'The list of problems',
  async () => (await import('./ResultPanels.tsx')).ProblemList,
);

interface ResultTabsProps {
  readonly workspace: Workspace;
}

/** The results of the newest compile and run. Empty tabs are hidden. */
export function ResultTabs({ workspace }: ResultTabsProps) {
  const activeTab = useStore(workspace.store, (state) => state.activeTab);
  const tabs = useStore(workspace.store, useShallow(visibleTabs));
  return (
    <Tabs.Root
      className={styles['tabs']}
      value={activeTab}
      onValueChange={(tab: string) => workspace.selectTab(tab)}
    >
      <div className={styles['header']}>
        <Tabs.List className={styles['list']} aria-label="Results" activateOnFocus>
          {tabs.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
              {id === 'diagnostics' && (
                <Part name="The number of problems">
                  <ProblemCount workspace={workspace} />
                </Part>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Part name="The progress of compiling">
          <CompileActivity workspace={workspace} />
        </Part>
      </div>
      {activeTab === 'diagnostics' && <Slot name="diagnostics" />}
      <div className={styles['body']}>
        {/* Outside the panel, whose text content must be only the compiler's text. */}
        {activeTab === 'diagnostics' && (
          <Part name="The list of problems">
            <ProblemList workspace={workspace} />
          </Part>
        )}
        {tabs.map(({ id, title }) => (
          <Tabs.Panel
            key={id}
            className={styles['panel']}
            value={id}
            keepMounted={id === 'target-code'}
          >
            <Part name={title}>
              <Content tab={id} workspace={workspace} />
            </Part>
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  );
}

interface ContentProps extends ResultTabsProps {
  readonly tab: string;
}

function Content({ tab, workspace }: ContentProps) {
  const tool = useTools().find(({ id }) => id === tab);
  if (tab === 'diagnostics') return <DiagnosticsPanel workspace={workspace} />;
  if (tab === 'output') {
    return <OutputPanel workspace={workspace} buttons={<Slot name="output" />} />;
  }
  return tool ? <ToolPanel tool={tool} /> : <p role="status">Loading…</p>;
}

/** The number of problems; not part of the tab's accessible name. */
function ProblemCount({ workspace }: { readonly workspace: Workspace }) {
  const count = useStore(workspace.store, (state) => state.diagnostics.length);
  if (count === 0) return null;
  return (
    <span className={styles['count']} aria-hidden="true">
      {count}
    </span>
  );
}

/** In milliseconds. Faster compiles show nothing, to avoid flicker. */
const SHOW_AFTER = 300;

/**
 * Appears while the user waits for a slow compile or for the compiler to load. After a second it
 * shows the elapsed time and a Cancel button.
 */
function CompileActivity({ workspace }: { readonly workspace: Workspace }) {
  const compilation = useStore(workspace.store, (state) => state.compilation);
  const compiler = useStore(workspace.store, (state) => state.compiler.kind);
  const since = compilation.kind === 'compiling' ? compilation.since : null;
  const shown = useOverdue(since, SHOW_AFTER);
  const seconds = useElapsedSeconds(since);
  if (!shown) return null;
  return (
    <span className={styles['activity']}>
      <span className={styles['spinner']} />
      {compiler === 'loading' ? 'Waiting for the compiler…' : 'Compiling…'}
      {seconds > 0 && (
        <>
          <span className={styles['seconds']}>{seconds} s</span>
          <Button kind="small" hint="Stop this compile" onClick={workspace.cancelCompile}>
            Cancel
          </Button>
        </>
      )}
    </span>
  );
}
