import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Tells the row under the pointer, or that of the cursor when it moves; null when there is none. */
export function pointing(onPoint: (row: number | null) => void): Extension {
  const rowAt = (view: EditorView, position: number) => view.state.doc.lineAt(position).number - 1;
  return [
    EditorView.domEventHandlers({
      // Comes once for each element, and needs no layout.
      mouseover({ target }, view) {
        const line = target instanceof Element ? target.closest('.cm-line') : null;
        onPoint(line ? rowAt(view, view.posAtDOM(line)) : null);
        return false;
      },
      mouseleave() {
        onPoint(null);
        return false;
      },
    }),
    EditorView.updateListener.of(({ selectionSet, view }) => {
      if (selectionSet && view.hasFocus) onPoint(rowAt(view, view.state.selection.main.head));
    }),
  ];
}
