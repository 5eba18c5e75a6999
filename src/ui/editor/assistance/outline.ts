import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, type Panel, showPanel } from '@codemirror/view';
import type { DocumentSymbol, DocumentSymbolParams } from 'vscode-languageserver-protocol';
import { openNotes } from './openNotes.ts';
import { goToPosition } from './places.ts';
import { createSymbolList, type OutlineEntry } from './symbolList.ts';

const setOutline = StateEffect.define<readonly OutlineEntry[] | null>();

const outlineField = StateField.define<readonly OutlineEntry[] | null>({
  create: () => null,
  update(entries, { effects }) {
    const newest = effects.findLast((effect) => effect.is(setOutline));
    return newest ? newest.value : entries;
  },
  provide: (field) =>
    showPanel.from(field, (entries) => entries && ((view) => createPanel(view, entries))),
});

/** A list of the document's symbols. Choosing one goes to it. */
export const outline: Extension = [
  outlineField,
  keymap.of([
    {
      key: 'Mod-Shift-o',
      preventDefault: true,
      run(view) {
        void openOutline(view);
        return true;
      },
    },
  ]),
];

/** Requests the symbols and shows them, with the focus in their filter field. */
export async function openOutline(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const symbols = await plugin.client.request<DocumentSymbolParams, DocumentSymbol[] | null>(
    'textDocument/documentSymbol',
    { textDocument: { uri: plugin.uri } },
  );
  // Another file may be in sight by now.
  if (LSPPlugin.get(view) !== plugin) return;
  view.dispatch({ effects: setOutline.of(flatten(symbols ?? [], 0)) });
}

function close(view: EditorView): void {
  view.dispatch({ effects: setOutline.of(null) });
  view.focus();
}

/** Symbols in text order, each followed by its children. */
export function flatten(symbols: readonly DocumentSymbol[], depth: number): OutlineEntry[] {
  return symbols.flatMap(({ name, kind, selectionRange, children = [] }) => [
    { name: name.replace(/^\$/, ''), kind, depth, position: selectionRange.start },
    ...flatten(children, depth + 1),
  ]);
}

function createPanel(view: EditorView, entries: readonly OutlineEntry[]): Panel {
  const { noted, feet, dispose } = openNotes(entries);
  const list = createSymbolList(noted, {
    onChoose({ position }) {
      close(view);
      goToPosition(view, position);
    },
    onClose: () => close(view),
  });
  list.dom.append(...feet);
  return { dom: list.dom, top: true, mount: list.focus, destroy: dispose };
}
