import { Tabs } from '@base-ui/react/tabs';
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { DiagnosticsPanel } from '#panels/diagnostics/DiagnosticsPanel.tsx';
import { OutputPanel } from '#panels/output/OutputPanel.tsx';
import { UniformsPanel } from '#panels/uniforms/UniformsPanel.tsx';
import { assertNever } from '#shared/assertNever.ts';
import { type ResultTab, visibleTabs } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ResultTabs.module.css';

const TargetCodePanel = lazy(async () => ({
  default: (await import('#panels/target-code/TargetCodePanel.tsx')).TargetCodePanel,
}));

const TITLES: Readonly<Record<ResultTab, string>> = {
  'target-code': 'Target Code',
  uniforms: 'Uniforms',
  diagnostics: 'Diagnostics',
  output: 'Output',
};

/** What came out of the newest compile and run. Tabs with nothing in them are left out. */
export function ResultTabs({ workspace }: { readonly workspace: Workspace }) {
  const activeTab = useStore(workspace.store, (state) => state.activeTab);
  const tabs = useStore(workspace.store, useShallow(visibleTabs));
  return (
    <Tabs.Root
      className={styles['tabs']}
      value={activeTab}
      onValueChange={(tab: ResultTab) => workspace.selectTab(tab)}
    >
      <Tabs.List className={styles['list']} aria-label="Results" activateOnFocus>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab} className={styles['tab']} value={tab}>
            {TITLES[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel
          key={tab}
          className={styles['panel']}
          value={tab}
          keepMounted={tab === 'target-code'}
        >
          {contentOf(tab, workspace)}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function contentOf(tab: ResultTab, workspace: Workspace): ReactNode {
  switch (tab) {
    case 'target-code':
      return (
        <Suspense fallback={null}>
          <TargetCodePanel workspace={workspace} />
        </Suspense>
      );
    case 'uniforms':
      return <UniformsPanel workspace={workspace} />;
    case 'diagnostics':
      return <Diagnostics workspace={workspace} />;
    case 'output':
      return <OutputPanel workspace={workspace} />;
    default:
      return assertNever(tab);
  }
}

function Diagnostics({ workspace }: { readonly workspace: Workspace }) {
  return <DiagnosticsPanel text={useStore(workspace.store, (state) => state.diagnosticsText)} />;
}
