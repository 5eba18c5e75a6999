import { LSPPlugin } from '@codemirror/lsp-client';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { DefinitionParams, Location } from 'vscode-languageserver-protocol';
import { goToLocation } from './places.ts';

/**
 * F12 or Ctrl+click (Cmd+click on a Mac) goes to the definition of a name, possibly in another
 * file.
 */
export const definition: Extension = [
  keymap.of([{ key: 'F12', run: goToDefinition, preventDefault: true }]),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const isJump = event.button === 0 && (event.ctrlKey || event.metaKey) && !event.altKey;
      const pos = isJump ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      if (pos === null) return false;
      event.preventDefault();
      view.dispatch({ selection: { anchor: pos } });
      view.focus();
      return goToDefinition(view);
    },
  }),
];

/** Goes to the definition of the name at the cursor; false if there is no server to ask. */
export function goToDefinition(view: EditorView): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return false;
  void jump(view, plugin);
  return true;
}

async function jump(view: EditorView, plugin: LSPPlugin): Promise<void> {
  plugin.client.sync();
  const { doc, selection } = view.state;
  const found = await plugin.client.request<DefinitionParams, Location[] | null>(
    'textDocument/definition',
    { textDocument: { uri: plugin.uri }, position: plugin.toPosition(selection.main.head) },
  );
  // After an edit or a switch to another file, the user is doing something else.
  if (found?.[0] && view.state.doc === doc) await goToLocation(view, found[0]);
}
