import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const JUMP = 'select.definition';

/** Puts the cursor at an offset, brings it into sight and takes the focus. */
export function goTo(view: EditorView, anchor: number): void {
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    userEvent: JUMP,
  });
  view.focus();
}

/** Other jumps to a definition end in the middle, too, instead of at the last line in sight. */
export const jumpsToTheMiddle = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent(JUMP)
    ? { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) }
    : null,
);
