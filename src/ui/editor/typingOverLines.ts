import { EditorView } from '@codemirror/view';

/**
 * Text that is typed over several selected lines is inserted by the editor. Left to itself, the
 * browser merges the lines and keeps their look with `style` attributes, which the page's
 * Content-Security-Policy refuses, with an error each.
 */
export const typingOverLines = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    if (inputType !== 'insertText' || data === null || isComposing || state.readOnly) return false;
    if (state.doc.lineAt(from).to >= to) return false;
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});
