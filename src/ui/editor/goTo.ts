import { EditorView } from '@codemirror/view';

/**
 * Selects a range, limited to the text, puts it in the middle of the editor, not on the last visible
 * line, and focuses the editor. Without an end, it moves the cursor.
 */
export function goTo(view: EditorView, from: number, to = from): void {
  const { length } = view.state.doc;
  const anchor = Math.min(from, length);
  view.dispatch({
    selection: { anchor, head: Math.min(to, length) },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
  });
  view.focus();
}
