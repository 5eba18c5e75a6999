import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Shows another state and keeps the scroll position. */
export function replaceState(view: EditorView, state: EditorState): void {
  // Runs pending measurements now, such as a tooltip's position, because they refer to the old
  // text.
  view.coordsAtPos(0);
  const { scrollDOM } = view;
  const { scrollTop } = scrollDOM;
  // A new state underestimates its line heights. If scrolled, CodeMirror would jump to a wrong
  // estimate and measure too often.
  if (scrollTop > 0) scrollDOM.scrollTop = 0;
  view.setState(state);
  if (scrollTop === 0) return;
  view.coordsAtPos(0);
  scrollDOM.scrollTop = scrollTop;
}
