import type { Span } from '#core/source/tokens.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { PaintOverlay } from './PaintOverlay.tsx';
import { bindPaintEditor } from './paintEditor.ts';
import { createPaintSession } from './paintSession.ts';

const START: Span = { from: 0, to: 0 };

/** Shows a value of the source as every thread computes it, over the picture. */
export function createPaint(context: ToolContext) {
  const canvas = document.createElement('canvas');
  const session = createPaintSession(context, canvas);
  const { store } = session;
  const editor = bindPaintEditor({
    onMoved: session.moved,
    onRest(selection) {
      if (store.getState().isFollowing) session.paint(selection);
    },
  });
  context.workspace.store.subscribe(({ opened }, before) => {
    if (opened.revision !== before.opened.revision) session.stop();
  });
  store.subscribe(({ place }, before) => {
    if (place?.key !== before.place?.key) editor.mark(place?.span ?? null);
  });
  return {
    /** @param line whose value is painted; the selection’s if null or omitted */
    paintSelection: (line: number | null = null) => session.paint(editor.selection(line) ?? START),
    isPainting: () => store.getState().place !== null,
    stop: session.stop,
    toggleFollowing() {
      const isFollowing = !store.getState().isFollowing;
      session.setFollowing(isFollowing);
      if (isFollowing) session.paint(editor.selection() ?? START);
    },
    Overlay: () => <PaintOverlay session={session} canvas={canvas} />,
  };
}

export type Paint = ReturnType<typeof createPaint>;
