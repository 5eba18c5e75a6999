import { LSPPlugin } from '@codemirror/lsp-client';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap, type Panel, showPanel } from '@codemirror/view';
import type { DocumentSymbol, DocumentSymbolParams } from 'vscode-languageserver-protocol';
import type { Dispose } from '#core/util/disposer.ts';
import { type NotedList, symbolNotes } from '#ui/editor/symbolNotes.ts';
import { goToPosition } from './places.ts';
import { createSymbolList, type OutlineEntry } from './symbolList.ts';

interface OpenNotes {
  /** The entries, each with the elements for the features' notes. */
  readonly noted: readonly OutlineEntry[];
  readonly feet: readonly HTMLElement[];
  readonly dispose: Dispose;
}

/** LSP's symbol kinds for methods, properties, constructors and functions. */
const WITH_CODE = new Set([6, 7, 9, 12]);

/** Creates the elements for each feature that adds notes to a new list. */
function openNotes(entries: readonly OutlineEntry[]): OpenNotes {
  const paths = pathsOf(entries);
  const lists = symbolNotes().map((notes) => {
    const list: NotedList = {
      symbols: entries.map(({ kind }, index) => ({
        path: paths[index] ?? [],
        hasCode: WITH_CODE.has(kind),
        place: document.createElement('span'),
      })),
      foot: document.createElement('footer'),
    };
    return { list, close: notes(list) };
  });
  return {
    noted: entries.map((entry, index) => ({
      ...entry,
      notes: lists.flatMap(({ list }) => list.symbols[index]?.place ?? []),
    })),
    feet: lists.map(({ list }) => list.foot),
    dispose() {
      for (const { close } of lists) close();
    },
  };
}

/**
 * For each entry, the names of the enclosing symbols, outermost first, followed by its own name.
 */
export function pathsOf(entries: readonly OutlineEntry[]): string[][] {
  const open: string[] = [];
  return entries.map(({ name, depth }) => {
    open.length = Math.min(open.length, depth);
    open.push(name);
    return [...open];
  });
}

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

/** Requests the symbols, shows them and focuses their filter field. */
export async function openOutline(view: EditorView): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const symbols = await plugin.client.request<DocumentSymbolParams, DocumentSymbol[] | null>(
    'textDocument/documentSymbol',
    { textDocument: { uri: plugin.uri } },
  );
  // Another file may be visible by now.
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
