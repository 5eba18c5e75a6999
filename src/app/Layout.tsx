import { lazy, Suspense } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { useStore } from 'zustand';
import { PicturePanel } from '#panels/picture/PicturePanel.tsx';
import { Splitter } from '#ui/Splitter.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './Layout.module.css';
import { ResultTabs } from './ResultTabs.tsx';

const SourcePanel = lazy(async () => ({
  default: (await import('#panels/source/SourcePanel.tsx')).SourcePanel,
}));

interface LayoutProps {
  readonly workspace: Workspace;
  /** The one view that a small screen has room for; null where both fit. */
  readonly smallScreenView: 'source' | 'results' | null;
}

/** Source on the left, picture and result tabs on the right; one at a time on a small screen. */
export function Layout({ workspace, smallScreenView }: LayoutProps) {
  const source = (
    <Suspense fallback={<div className={styles['placeholder']}>Loading editor…</div>}>
      <SourcePanel workspace={workspace} />
    </Suspense>
  );
  if (smallScreenView) {
    // Both stay mounted, so that neither the text nor the picture is lost by switching.
    return (
      <>
        <div className={styles['view']} hidden={smallScreenView !== 'source'}>
          {source}
        </div>
        <div className={styles['view']} hidden={smallScreenView !== 'results'}>
          <Results workspace={workspace} />
        </div>
      </>
    );
  }
  return (
    <Group orientation="horizontal" className={styles['group']}>
      <Panel id="source" defaultSize="62%" minSize="15%">
        {source}
      </Panel>
      <Splitter label="Resize source and results" />
      <Panel id="results" minSize="15%">
        <Results workspace={workspace} />
      </Panel>
    </Group>
  );
}

function Results({ workspace }: { readonly workspace: Workspace }) {
  const hasImage = useStore(workspace.store, (state) => state.outputTypes.includes('image'));
  return (
    <Group orientation="vertical" className={styles['group']}>
      {hasImage && (
        <>
          <Panel id="picture" defaultSize="69%" minSize="10%">
            <PicturePanel workspace={workspace} />
          </Panel>
          <Splitter label="Resize picture and results" />
        </>
      )}
      <Panel id="tabs" minSize="10%">
        <ResultTabs workspace={workspace} />
      </Panel>
    </Group>
  );
}
