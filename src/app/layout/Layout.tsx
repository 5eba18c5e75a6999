import { Suspense } from 'react';
import { useStore } from 'zustand';
import { editorGate, interfaceGate } from '#app/start/gates.ts';
import type { LanguageService } from '#editor/languageService.ts';
import { PicturePanel } from '#panels/picture/PicturePanel.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './Layout.module.css';
import { lazyPanel } from './lazyPanel.tsx';
import { usePlaced } from './Placed.tsx';
import { ResultTabs } from './ResultTabs.tsx';
import { SplitGroup } from './SplitGroup.tsx';
import type { SmallScreenView } from './smallScreenView.ts';

const SourcePanel = lazyPanel('The editor', async () => {
  try {
    return (await interfaceGate.behind(() => import('#panels/source/SourcePanel.tsx'))).SourcePanel;
  } finally {
    editorGate.open();
  }
});

/** Shares of the room that the specification gives them at first (section 9), in per cent. */
const SOURCE_PERCENT = 62;
const PICTURE_PERCENT = 69;

interface LayoutProps {
  readonly workspace: Workspace;
  readonly language: LanguageService;
  readonly canvas: HTMLCanvasElement;
  /** The one view that a small screen has room for; null where both fit. */
  readonly smallScreenView: SmallScreenView | null;
}

/**
 * Source on the left, picture and result tabs on the right; one at a time on a small screen. A window
 * that becomes narrow or wide keeps its editor, and with it text, cursor and undo history.
 */
export function Layout({ workspace, language, canvas, smallScreenView }: LayoutProps) {
  const source = usePlaced(
    <Suspense fallback={<SourcePlaceholder workspace={workspace} />}>
      <SourcePanel workspace={workspace} language={language} />
    </Suspense>,
  );
  return (
    <>
      {source.content}
      {smallScreenView ? (
        // Both stay mounted, so that the picture is not lost by switching.
        <>
          <div className={styles['view']} hidden={smallScreenView !== 'source'}>
            {source.place}
          </div>
          <div className={styles['view']} hidden={smallScreenView !== 'results'}>
            <Results workspace={workspace} canvas={canvas} />
          </div>
        </>
      ) : (
        <SplitGroup
          id="layout"
          orientation="horizontal"
          label="Resize source and results"
          before={{ id: 'source', content: source.place, defaultPercent: SOURCE_PERCENT }}
          after={{ id: 'results', content: <Results workspace={workspace} canvas={canvas} /> }}
        />
      )}
    </>
  );
}

/** UTF-16 units of the text that fill any window; all of a hostile one takes seconds to lay out. */
const PLACEHOLDER_LENGTH = 10_000;

/** The text as it will stand in the editor, until that has arrived. */
function SourcePlaceholder({ workspace }: { readonly workspace: Workspace }) {
  const { text } = useStore(workspace.store, (state) => state.opened);
  return (
    <div className={styles['placeholder']} aria-busy="true">
      {text === '' ? (
        'Loading editor…'
      ) : (
        <pre className={styles['text']}>{text.slice(0, PLACEHOLDER_LENGTH)}</pre>
      )}
    </div>
  );
}

function Results({ workspace, canvas }: Pick<LayoutProps, 'workspace' | 'canvas'>) {
  const hasImage = useStore(workspace.store, (state) => state.outputTypes.includes('image'));
  const picture = {
    id: 'picture',
    content: <PicturePanel workspace={workspace} canvas={canvas} />,
    defaultPercent: PICTURE_PERCENT,
  };
  return (
    <SplitGroup
      id="results-layout"
      orientation="vertical"
      label="Resize picture and results"
      before={hasImage ? picture : null}
      after={{ id: 'tabs', content: <ResultTabs workspace={workspace} /> }}
    />
  );
}
