import { jumpToDefinition, jumpToDefinitionKeymap } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { jumpsToTheMiddle } from '#editor/goTo.ts';

/** F12, or Ctrl+click (Cmd+click on a Mac), goes to the definition of a name. */
export const definition: Extension = [
  jumpsToTheMiddle,
  keymap.of(jumpToDefinitionKeymap),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const isJump = event.button === 0 && (event.ctrlKey || event.metaKey) && !event.altKey;
      const pos = isJump ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      if (pos === null) return false;
      event.preventDefault();
      view.dispatch({ selection: { anchor: pos } });
      view.focus();
      return jumpToDefinition(view);
    },
  }),
];
