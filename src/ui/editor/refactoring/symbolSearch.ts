import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, type Panel, showPanel } from '@codemirror/view';
import type { DocumentSymbol, DocumentSymbolParams } from 'vscode-languageserver-protocol';
import { flatten } from '#ui/editor/assistance/outline.ts';
import { offsetIn } from '#ui/editor/assistance/positions.ts';
import { createSymbolList, type OutlineEntry } from '#ui/editor/assistance/symbolList.ts';
import { showNote } from '#ui/editor/note.ts';
import type { ProjectText } from './projectText.ts';
import { NOT_RUNNING, openSession, type Session } from './session.ts';

interface ProjectSymbol extends OutlineEntry {
  readonly file: ProjectText;
}

interface Shown {
  readonly session: Session;
  readonly symbols: readonly ProjectSymbol[];
}

const setShown = StateEffect.define<Shown | null>();

const shownField = StateField.define<Shown | null>({
  create: () => null,
  update(shown, { effects }) {
    const newest = effects.findLast((effect) => effect.is(setShown));
    return newest ? newest.value : shown;
  },
  provide: (field) =>
    showPanel.from(field, (shown) => shown && ((view) => createPanel(view, shown))),
});

/** Lists the symbols of all files, with a field to search them. */
export async function goToSymbolInProject(view: EditorView): Promise<void> {
  const session = openSession(view);
  if (!session) return showNote(view, NOT_RUNNING);
  const { plugin, texts } = session;
  const lists = await Promise.all(
    texts.map(async (file) => {
      const symbols = await plugin.client.request<DocumentSymbolParams, DocumentSymbol[] | null>(
        'textDocument/documentSymbol',
        { textDocument: { uri: file.uri } },
      );
      return flatten(symbols ?? [], 0).map((entry) => ({
        ...entry,
        file,
        ...(texts.length > 1 && { path: file.path }),
      }));
    }),
  );
  const shown = { session, symbols: lists.flat() };
  const isNew = view.state.field(shownField, false) === undefined;
  view.dispatch({
    effects: isNew ? StateEffect.appendConfig.of(shownField.init(() => shown)) : setShown.of(shown),
  });
}

function createPanel(view: EditorView, { session, symbols }: Shown): Panel {
  const close = () => {
    view.dispatch({ effects: setShown.of(null) });
    view.focus();
  };
  const list = createSymbolList(symbols, {
    onClose: close,
    onChoose({ file, position }) {
      close();
      session.project.open(file.id, offsetIn(file.doc, position));
    },
  });
  return { dom: list.dom, top: true, mount: list.focus };
}
