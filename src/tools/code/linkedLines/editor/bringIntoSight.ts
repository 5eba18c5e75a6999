import { EditorView } from '@codemirror/view';

/**
 * Scrolls to the first of the lines if none of them is visible. Cursor and focus stay. Lines are
 * one-based and in order.
 */
export function bringIntoSight(view: EditorView, lines: readonly number[]): void {
  const [first] = lines;
  const { scrollDOM, state } = view;
  const height = scrollDOM.clientHeight;
  if (first === undefined || first > state.doc.lines || height === 0) return;
  const top = scrollDOM.scrollTop - view.documentPadding.top;
  const lineAtHeight = (y: number) =>
    state.doc.lineAt(view.lineBlockAtHeight(Math.max(0, y)).from).number;
  const [from, to] = [lineAtHeight(top), lineAtHeight(top + height)];
  if (lines.some((line) => from <= line && line <= to)) return;
  const { from: position } = state.doc.line(first);
  view.dispatch({ effects: EditorView.scrollIntoView(position, { y: 'center' }) });
}
