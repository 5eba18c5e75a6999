import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const JUMP = 'select.definition';

/** Moves the cursor to an offset, scrolls to it and focuses the editor. */
export function goTo(view: EditorView, anchor: number): void {
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    userEvent: JUMP,
  });
  view.focus();
}

/** Other jumps to a definition also put their target in the middle, not on the last visible line. */
export const jumpsToTheMiddle = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent(JUMP)
    ? { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) }
    : null,
);
