import '#ui/tabs.css';
import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { whenIdle } from '#pages/playground/browser/whenIdle.ts';
import { editorGate } from '#pages/playground/start/gates.ts';
import { DebuggerTab, DebugThreadButton } from '#pages/playground/tools/DebuggerParts.tsx';
import type { DebuggerTool } from '#pages/playground/tools/debuggerTool.ts';
import {
  ChangeCount,
  LaterTab,
  ReducePlace,
  SliderTools,
  TargetCodeButtons,
} from '#pages/playground/tools/LaterPlaces.tsx';
import type { LaterTool } from '#pages/playground/tools/laterTool.ts';
import { ResourcesTab } from '#pages/playground/tools/ResourcesParts.tsx';
import type { ResourcesTool } from '#pages/playground/tools/resourcesTool.ts';
import { DiagnosticsPanel } from '#pages/playground/results/DiagnosticsPanel.tsx';
import { assertNever } from '#core/util/assertNever.ts';
import { Part } from '#ui/faults/Part.tsx';
import { type ResultTab, visibleTabs } from '#workspace/tabs.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompileActivity } from './CompileActivity.tsx';
import { lazyPanel } from './lazyPanel.tsx';
import styles from './ResultTabs.module.css';
import { TAB_TITLES } from './tabTitles.ts';

/** Milliseconds that the target code waits for the page to become idle. */
const IDLE_TIMEOUT = 500;

const TargetCodePanel = lazyPanel('The target code', async () => {
  const loaded = await editorGate.behind(async () => {
    await new Promise<void>((resolve) => whenIdle(resolve, IDLE_TIMEOUT));
    return import('#tools/code/targetCode/TargetCodePanel.tsx');
  });
  return loaded.TargetCodePanel;
});

const ReflectionPanel = lazyPanel(
  'Reflection',
  async () => (await import('#tools/code/reflection/ReflectionPanel.tsx')).ReflectionPanel,
);

const UniformsPanel = lazyPanel(
  'Uniforms',
  async () => (await import('#tools/uniforms/UniformsPanel.tsx')).UniformsPanel,
);

const OutputPanel = lazyPanel(
  'The printed text',
  async () => (await import('#pages/playground/results/OutputPanel.tsx')).OutputPanel,
);

const ProblemList = lazyPanel(
  'The list of problems',
  async () => (await import('#pages/playground/results/ProblemList.tsx')).ProblemList,
);

interface ResultTabsProps {
  readonly workspace: Workspace;
  readonly debuggerTool: DebuggerTool;
  readonly resourcesTool: ResourcesTool;
  readonly laterTool: LaterTool;
}

/** The results of the newest compile and run. Empty tabs are left out. */
export function ResultTabs(props: ResultTabsProps) {
  const { workspace, laterTool } = props;
  const activeTab = useStore(workspace.store, (state) => state.activeTab);
  const tabs = useStore(workspace.store, useShallow(visibleTabs));
  return (
    <Tabs.Root
      className={styles['tabs']}
      value={activeTab}
      onValueChange={(tab: ResultTab) => workspace.selectTab(tab)}
    >
      <div className={styles['header']}>
        <Tabs.List className={styles['list']} aria-label="Results" activateOnFocus>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {TAB_TITLES[tab]}
              {tab === 'diagnostics' && (
                <Part name="The number of problems">
                  <ProblemCount workspace={workspace} />
                </Part>
              )}
              {tab === 'changes' && (
                <Part name="The number of changes">
                  <ChangeCount tool={laterTool} />
                </Part>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Part name="The progress of compiling">
          <CompileActivity workspace={workspace} />
        </Part>
      </div>
      {activeTab === 'diagnostics' && (
        <Part name="Reduce">
          <ReducePlace tool={laterTool} workspace={workspace} />
        </Part>
      )}
      <div className={styles['body']}>
        {/* Outside its panel, whose text content is the compiler's text alone. */}
        {activeTab === 'diagnostics' && (
          <Part name="The list of problems">
            <ProblemList workspace={workspace} />
          </Part>
        )}
        {tabs.map((tab) => (
          <Tabs.Panel
            key={tab}
            className={styles['panel']}
            value={tab}
            keepMounted={tab === 'target-code'}
          >
            <Part name={TAB_TITLES[tab]}>{contentOf(tab, props)}</Part>
          </Tabs.Panel>
        ))}
      </div>
    </Tabs.Root>
  );
}

function contentOf(
  tab: ResultTab,
  { workspace, debuggerTool, resourcesTool, laterTool }: ResultTabsProps,
): ReactNode {
  switch (tab) {
    case 'target-code':
      return (
        <TargetCodePanel
          workspace={workspace}
          buttons={
            <Part name="The buttons over the code">
              <TargetCodeButtons tool={laterTool} />
            </Part>
          }
        />
      );
    case 'reflection':
      return <ReflectionPanel workspace={workspace} />;
    case 'uniforms':
      return (
        <UniformsPanel
          workspace={workspace}
          animate={(slider) => (
            <Part name="Animations">
              <SliderTools workspace={workspace} tool={laterTool} slider={slider} />
            </Part>
          )}
        />
      );
    case 'diagnostics':
      return <DiagnosticsPanel workspace={workspace} />;
    case 'output':
      return (
        <OutputPanel
          workspace={workspace}
          buttons={
            <Part name="“Debug a thread”">
              <DebugThreadButton tool={debuggerTool} />
            </Part>
          }
        />
      );
    case 'resources':
      return <ResourcesTab tool={resourcesTool} />;
    case 'targets':
    case 'changes':
    case 'profile':
      return <LaterTab tool={laterTool} tab={tab} />;
    case 'debugger':
      return <DebuggerTab tool={debuggerTool} />;
    default:
      return assertNever(tab);
  }
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
