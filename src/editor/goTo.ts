import { EditorView } from '@codemirror/view';

/** Puts the cursor at an offset, brings it into sight and takes the focus. */
export function goTo(view: EditorView, anchor: number): void {
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    userEvent: 'select.definition',
  });
  view.focus();
}
