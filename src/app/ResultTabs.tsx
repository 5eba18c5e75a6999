import { Tabs } from '@base-ui/react/tabs';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { DiagnosticsPanel } from '#panels/diagnostics/DiagnosticsPanel.tsx';
import type { ResultTab } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ResultTabs.module.css';

const TargetCodePanel = lazy(async () => ({
  default: (await import('#panels/target-code/TargetCodePanel.tsx')).TargetCodePanel,
}));

/** What came out of the newest compile and run. Diagnostics appear only when there is text. */
export function ResultTabs({ workspace }: { readonly workspace: Workspace }) {
  const activeTab = useStore(workspace.store, (state) => state.activeTab);
  const diagnosticsText = useStore(workspace.store, (state) => state.diagnosticsText);
  return (
    <Tabs.Root
      className={styles['tabs']}
      value={activeTab}
      onValueChange={(tab: ResultTab) => workspace.selectTab(tab)}
    >
      <Tabs.List className={styles['list']} aria-label="Results" activateOnFocus>
        <Tabs.Tab className={styles['tab']} value="target-code">
          Target Code
        </Tabs.Tab>
        {diagnosticsText !== '' && (
          <Tabs.Tab className={styles['tab']} value="diagnostics">
            Diagnostics
          </Tabs.Tab>
        )}
      </Tabs.List>
      <Tabs.Panel className={styles['panel']} value="target-code" keepMounted>
        <Suspense fallback={null}>
          <TargetCodePanel workspace={workspace} />
        </Suspense>
      </Tabs.Panel>
      {diagnosticsText !== '' && (
        <Tabs.Panel className={styles['panel']} value="diagnostics">
          <DiagnosticsPanel text={diagnosticsText} />
        </Tabs.Panel>
      )}
    </Tabs.Root>
  );
}
