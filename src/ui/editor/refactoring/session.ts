import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type { Hover, Location } from 'vscode-languageserver-protocol';
import { uriOf } from '#ui/editor/assistance/protocolPlaces.ts';
import { type ProjectEditor, projectEditor } from '#ui/editor/fileEdits.ts';
import { showNote } from '#ui/editor/note.ts';
import { createMeanings, type Definitions, type Meanings } from './meaning.ts';
import { type NamePlace, type ProjectText, wordAt } from './projectText.ts';

export interface Session {
  readonly view: EditorView;
  readonly project: ProjectEditor;
  readonly texts: readonly ProjectText[];
  readonly shown: ProjectText;
  readonly plugin: LSPPlugin;
  /** Whether no file has changed since the command began. */
  isCurrent(): boolean;
}

export const NOT_RUNNING =
  'Code assistance is not running yet. Start it below the editor, or wait until it has started.';

/** Null if the language server is not running. */
export function openSession(view: EditorView): Session | null {
  const plugin = LSPPlugin.get(view);
  const project = view.state.facet(projectEditor);
  if (!plugin || !project) return null;
  plugin.client.sync();
  const read = () =>
    project.files().map(({ id, path, doc }) => ({ id, path, doc, uri: uriOf(path) }));
  const texts = read();
  const shown = texts.find(({ id }) => id === project.shownFile());
  if (!shown) return null;
  const isCurrent = () => {
    const now = read();
    return (
      now.length === texts.length &&
      now.every(({ id, path, doc }, index) => {
        const before = texts[index];
        return before?.id === id && before.path === path && before.doc.eq(doc);
      })
    );
  };
  return { view, project, texts, shown, plugin, isCurrent };
}

export function nameAtCursor({ view, shown }: Session): NamePlace | null {
  const { head, anchor } = view.state.selection.main;
  const word = wordAt(shown.doc, head) ?? wordAt(shown.doc, anchor);
  return word && { file: shown, from: word.from, to: word.to };
}

/** The session and the name at the cursor for a command; null after showing why there is none. */
export function beginAtName(view: EditorView): { session: Session; at: NamePlace } | null {
  const session = openSession(view);
  const at = session && nameAtCursor(session);
  if (session && at) return { session, at };
  showNote(view, session ? 'Put the cursor on a name in the code first.' : NOT_RUNNING);
  return null;
}

export function meaningsOfSession({ texts, plugin }: Session): Meanings {
  return createMeanings(texts, definitionsFrom(plugin));
}

function definitionsFrom({ client }: LSPPlugin): Definitions {
  const ask = <Answer>(method: string, params: object) =>
    client.request<object, Answer | null>(method, params);
  return {
    definition: (uri, position) =>
      ask<Location[]>('textDocument/definition', { textDocument: { uri }, position }),
    hover: (uri, position) => ask<Hover>('textDocument/hover', { textDocument: { uri }, position }),
    text: async (uri) =>
      (await ask<{ text: string }>('workspace/textDocumentContent', { uri }))?.text ?? null,
    open: (uri, text) =>
      client.notification('textDocument/didOpen', {
        textDocument: { uri, languageId: 'slang', version: 0, text },
      }),
    close: (uri) => client.notification('textDocument/didClose', { textDocument: { uri } }),
  };
}
