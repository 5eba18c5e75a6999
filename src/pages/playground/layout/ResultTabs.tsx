import '#ui/tabs.css';
import { Tabs } from '@base-ui/react/tabs';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { Part } from '#ui/faults/Part.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { Slot, ToolPanel, useTools } from '#ui/tools/Slot.tsx';
import { visibleTabs } from '#workspace/tabs.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompileActivity } from './CompileActivity.tsx';
import styles from './ResultTabs.module.css';

const OutputPanel = lazyPanel(
  'The printed text',
  async () => (await import('#pages/playground/results/OutputPanel.tsx')).OutputPanel,
);

const DiagnosticsPanel = lazyPanel(
  'The diagnostics',
  async () => (await import('#pages/playground/results/DiagnosticsPanel.tsx')).DiagnosticsPanel,
);

const ProblemList = lazyPanel(
  'The list of problems',
  async () => (await import('#pages/playground/results/ProblemList.tsx')).ProblemList,
);

interface ResultTabsProps {
  readonly workspace: Workspace;
}

/** The results of the newest compile and run. Empty tabs are left out. */
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
        {/* Outside its panel, whose text content is the compiler's text alone. */}
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

/** The number of problems. It is not part of the tab's accessible name. */
function ProblemCount({ workspace }: { readonly workspace: Workspace }) {
  const count = useStore(workspace.store, (state) => state.diagnostics.length);
  if (count === 0) return null;
  return (
    <span className={styles['count']} aria-hidden="true">
      {count}
    </span>
  );
}
