import { EditorView } from '@codemirror/view';

/**
 * Selects a range, limited to the text, centres it in the editor and focuses the editor. Without
 * `to`, moves the cursor.
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
