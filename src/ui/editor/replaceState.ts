import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Shows another state, and stays scrolled as it is. */
export function replaceState(view: EditorView, state: EditorState): void {
  // What waits to be measured, such as a tooltip, has its place in the text before.
  view.coordsAtPos(0);
  const { scrollDOM } = view;
  const { scrollTop } = scrollDOM;
  // A new state takes its lines for lower than they are. Below the top, CodeMirror would scroll to
  // where it supposes them, and measure too often.
  if (scrollTop > 0) scrollDOM.scrollTop = 0;
  view.setState(state);
  if (scrollTop === 0) return;
  view.coordsAtPos(0);
  scrollDOM.scrollTop = scrollTop;
}
