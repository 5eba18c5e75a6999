import { useStore } from 'zustand';
import type { ValueSample } from '#core/data/valueHistory.ts';
import type { Span } from '#core/source/tokens.ts';
import { createVisibleFile } from '#tools/debugger/inline/visibleFile.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { outputsOf } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { Painted, PaintedChart } from './Painted.tsx';
import { bindPaintEditor } from './paintEditor.ts';
import { createPaintSession } from './paintSession.ts';
import type { PaintedThread } from './paintState.ts';

const START: Span = { from: 0, to: 0 };

/**
 * Shows a value of the source as every thread computes it.
 *
 * @param openFigure called when values are to be shown in the debugger
 */
export function createPaint(context: ToolContext, openFigure: () => void) {
  const canvas = document.createElement('canvas');
  const session = createPaintSession(context, canvas);
  const { store } = session;
  const file = createVisibleFile(context.workspace);
  const selectedPlace = ({ from, to }: Span) => ({ from, to, path: file.path() });
  const editor = bindPaintEditor({
    onMoved: session.moved,
    onRest(selection) {
      if (store.getState().isFollowing) session.paint(selectedPlace(selection));
    },
  });
  context.workspace.store.subscribe(({ opened }, before) => {
    if (opened.revision !== before.opened.revision) session.stop();
  });
  const mark = () => {
    const { place } = store.getState();
    editor.mark(place?.path === file.path() ? place.span : null);
  };
  file.subscribe(mark);
  store.subscribe(({ place }, before) => {
    if (place?.key !== before.place?.key) mark();
  });
  const hasPicture = (state: WorkspaceState) => outputsOf(state).includes('image');
  const paint = (selection: Span) => {
    session.paint(selectedPlace(selection));
    if (!hasPicture(context.workspace.store.getState())) openFigure();
  };
  const parts = {
    ...{ session, canvas },
    chart(thread: PaintedThread | null) {
      session.chart(thread);
      if (thread) openFigure();
    },
  };
  const usePicture = () => useStore(context.workspace.store, hasPicture);
  const showFrame = ({ frame, seconds }: ValueSample) => {
    context.workspace.pause();
    context.workspace.showFrame({ number: frame, time: seconds });
  };
  return {
    /** @param line whose value is painted; the selection’s if null or omitted */
    paintSelection: (line: number | null = null) => paint(editor.selection(line) ?? START),
    isPainting: () => store.getState().place !== null,
    stop: session.stop,
    toggleFollowing() {
      const isFollowing = !store.getState().isFollowing;
      session.setFollowing(isFollowing);
      if (isFollowing) paint(editor.selection() ?? START);
    },
    /** Over the picture. */
    Overlay: () => usePicture() && <Painted {...parts} isFigure={false} />,
    /** In the debugger: what is painted without a picture, and the chart. */
    Figure: () => (
      <>
        {!usePicture() && <Painted {...parts} isFigure />}
        <PaintedChart session={session} onShow={showFrame} />
      </>
    ),
  };
}

export type Paint = ReturnType<typeof createPaint>;
