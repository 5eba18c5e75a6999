import { type ComponentProps, use } from 'react';
import { useStore } from 'zustand';
import { SourceText } from '#pages/playground/faults/SourceText.tsx';
import { NoticeStrip } from '#pages/playground/notices/NoticeStrip.tsx';
import { DemoStill } from '#pages/playground/picture/DemoStill.tsx';
import { PicturePanel } from '#pages/playground/picture/PicturePanel.tsx';
import { editorGate, interfaceGate } from '#pages/playground/start/gates.ts';
import type { LanguageService } from '#ui/editor/languageService.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Slot } from '#ui/tools/Slot.tsx';
import { outputsOf } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './Layout.module.css';
import { lazyPanel } from './lazyPanel.tsx';
import { usePlaced } from './Placed.tsx';
import { ResultTabs } from './ResultTabs.tsx';
import { SplitGroup } from './SplitGroup.tsx';
import type { SmallScreenView } from './smallScreenView.ts';

type Editor = typeof import('#pages/playground/source/SourcePanel.tsx').SourcePanel;

interface EditorProps extends Omit<ComponentProps<Editor>, 'language'> {
  /** Loads beside the editor. */
  readonly language: Promise<LanguageService>;
}

const SourcePanel = lazyPanel('The editor', async () => {
  try {
    const { SourcePanel } = await interfaceGate.behind(
      () => import('#pages/playground/source/SourcePanel.tsx'),
    );
    return ({ language, ...props }: EditorProps) => (
      <SourcePanel {...props} language={use(language)} />
    );
  } finally {
    editorGate.open();
  }
});

/** Initial sizes in percent (specification, section 9). */
const SOURCE_PERCENT = 62;
const PICTURE_PERCENT = 69;

interface LayoutProps {
  readonly workspace: Workspace;
  readonly language: Promise<LanguageService>;
  readonly canvas: HTMLCanvasElement;
  /** The view that a small screen shows; null on a large one, which shows both. */
  readonly smallScreenView: SmallScreenView | null;
}

/**
 * Source on the left, picture and result tabs on the right; a small screen shows one of the two.
 * The editor keeps its text, cursor and undo history when the window becomes small or large.
 */
export function Layout({ language, smallScreenView, ...shown }: LayoutProps) {
  const { workspace } = shown;
  const source = usePlaced(
    <Part
      name="The editor"
      loading={<SourcePlaceholder workspace={workspace} />}
      instead={<SourceText workspace={workspace} />}
    >
      <SourcePanel
        workspace={workspace}
        language={language}
        header={<Slot name="source header" />}
        statusExtra={<Slot name="source status" />}
      />
    </Part>,
  );
  return (
    <>
      {source.content}
      {smallScreenView ? (
        // Both stay mounted, so that switching keeps the picture.
        <div className={styles['source']}>
          <div className={styles['view']} hidden={smallScreenView !== 'source'}>
            {source.place}
          </div>
          <div className={styles['view']} hidden={smallScreenView !== 'results'}>
            <Results {...shown} />
          </div>
          <NoticeStrip />
        </div>
      ) : (
        <SplitGroup
          id="layout"
          orientation="horizontal"
          label="Resize source and results"
          before={{
            id: 'source',
            content: (
              // Beside the picture: its size must not change with each notice.
              <div className={styles['source']}>
                <div className={styles['editor']}>{source.place}</div>
                <NoticeStrip />
              </div>
            ),
            defaultPercent: SOURCE_PERCENT,
          }}
          after={{ id: 'results', content: <Results {...shown} /> }}
        />
      )}
    </>
  );
}

/** UTF-16 units that fill any window. A malicious text could take seconds to lay out in full. */
const PLACEHOLDER_LENGTH = 10_000;

/** Shows the start of the source until the editor has loaded. */
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

type ResultsProps = Pick<LayoutProps, 'workspace' | 'canvas'>;

function Results({ workspace, canvas }: ResultsProps) {
  const hasImage = useStore(workspace.store, (state) => outputsOf(state).includes('image'));
  const hasStill = useStore(
    workspace.store,
    ({ gpu, demo }) => gpu.kind === 'unavailable' && demo !== null,
  );
  const still = {
    id: 'picture',
    content: (
      <Part name="The picture">
        <DemoStill workspace={workspace} />
      </Part>
    ),
    defaultPercent: PICTURE_PERCENT,
  };
  const picture = {
    id: 'picture',
    content: (
      <Part name="The picture">
        <PicturePanel
          workspace={workspace}
          canvas={canvas}
          buttons={<Slot name="picture bar" />}
          timeline={<Slot name="picture row" />}
          overlay={<Slot name="picture overlay" />}
        />
      </Part>
    ),
    defaultPercent: PICTURE_PERCENT,
  };
  return (
    <SplitGroup
      id="results-layout"
      orientation="vertical"
      label="Resize picture and results"
      before={hasImage ? picture : hasStill ? still : null}
      after={{
        id: 'tabs',
        content: <ResultTabs workspace={workspace} />,
      }}
    />
  );
}
