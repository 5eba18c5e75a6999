import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import type { ClientMessage } from '#engine/language/protocol.ts';
import type { EditedFile, ProjectEditor } from '#ui/editor/fileEdits.ts';
import { problems, shownProblems } from '#ui/editor/problems.ts';
import { createClient } from './assistance.ts';
import { titleOf, uriOf } from './protocolPlaces.ts';
import { serverFiles } from './serverFiles.ts';

// These modules need a browser's document; this test does not use them.
vi.mock('./documentation.ts', () => ({ sanitizeHtml: (html: string) => html }));

/** A file that is hidden, or whose view does not draw. */
function createFile(id: number, path: string, text: string) {
  const file = {
    id,
    path,
    isCreated: true,
    state: EditorState.create({ doc: text, extensions: problems }),
    get doc() {
      return file.state.doc;
    },
    dispatch(...specs: TransactionSpec[]) {
      file.state = file.state.update(...specs).state;
    },
    setText(insert: string) {
      file.dispatch({ changes: { from: 0, to: file.doc.length, insert } });
    },
  };
  return file;
}

/**
 * A client whose server records its messages, with an editor that has these files and shows the
 * first.
 */
function connect(...files: ReturnType<typeof createFile>[]) {
  const sent: ClientMessage[] = [];
  let handle = (_text: string) => {};
  const client = createClient({
    send(text) {
      const message = JSON.parse(text);
      sent.push(message);
      if (message.method !== 'initialize') return;
      const capabilities = { textDocumentSync: { openClose: true, change: 2 } };
      handle(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { capabilities } }));
    },
    subscribe(handler) {
      handle = handler;
    },
    unsubscribe() {},
  });
  let list: readonly EditedFile[] = files;
  const project: Pick<ProjectEditor, 'files'> = { files: () => list };
  const view = { state: { facet: () => project }, plugin: () => null } as unknown as EditorView;
  const told = async () => {
    client.sync();
    await client.initializing;
    await Promise.resolve();
    return sent.splice(0).flatMap(({ method = '', params }) => {
      if (!method.startsWith('textDocument/')) return [];
      const { textDocument, contentChanges } = params as {
        textDocument: { uri: string; version?: number; text?: string };
        contentChanges?: { text: string }[];
      };
      const text = textDocument.text ?? contentChanges?.[0]?.text;
      return [[method.slice(13), textDocument.uri, ...(text === undefined ? [] : [text])]];
    });
  };
  return {
    ...{ files: serverFiles(client), view, told },
    setList(next: readonly EditedFile[]) {
      list = next;
    },
    publish(uri: string, version: number | undefined, message = 'wrong') {
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
      const params = { uri, version, diagnostics: [{ range, severity: 1, message }] };
      const method = 'textDocument/publishDiagnostics';
      handle(JSON.stringify({ jsonrpc: '2.0', method, params }));
    },
  };
}

const MAIN = 'file:///user.slang';
const NOISE = 'file:///lib/my%20noise.slang';

const main = () => createFile(0, 'user.slang', 'main');
const noise = () => createFile(1, 'lib/my noise.slang', 'noise');

it('opens all files with the first editor, and closes them with the last', async () => {
  const { files, view, told } = connect(main(), noise());
  expect(await told()).toEqual([]);
  files?.openFile(MAIN, 'slang', view);
  expect(await told()).toEqual([
    ['didOpen', MAIN, 'main'],
    ['didOpen', NOISE, 'noise'],
  ]);
  files?.closeFile(MAIN, view);
  files?.openFile(NOISE, 'slang', view);
  expect(await told()).toEqual([]);
  files?.closeFile(NOISE, view);
  expect(await told()).toEqual([
    ['didClose', MAIN],
    ['didClose', NOISE],
  ]);
});

it('sends edits of files that are not shown', async () => {
  const other = noise();
  const { files, view, told } = connect(main(), other);
  files?.openFile(MAIN, 'slang', view);
  await told();
  other.setText('other noise');
  expect(await told()).toEqual([['didChange', NOISE, 'other noise']]);
  expect(await told()).toEqual([]);
  other.setText('x'.repeat(2000));
  await told();
  other.setText(`${'x'.repeat(1000)}y${'x'.repeat(1000)}`);
  expect(await told()).toEqual([['didChange', NOISE, 'y']]);
});

it('closes a removed file, and closes a renamed file under its old name', async () => {
  const first = main();
  const other = noise();
  const { files, view, told, setList } = connect(first, other);
  files?.openFile(MAIN, 'slang', view);
  await told();
  other.path = 'noise.slang';
  expect(await told()).toEqual([
    ['didClose', NOISE],
    ['didOpen', 'file:///noise.slang', 'noise'],
  ]);
  setList([first]);
  expect(await told()).toEqual([['didClose', 'file:///noise.slang']]);
});

it('shows problems only for the newest text of each file', async () => {
  const first = main();
  const other = noise();
  const { files, view, told, publish } = connect(first, other);
  files?.openFile(MAIN, 'slang', view);
  await told();
  const version = () => files?.getFile(NOISE)?.version;
  const old = version();
  publish(NOISE, old, 'first');
  const messages = () => shownProblems(other.state).map(({ message }) => message);
  expect(messages()).toEqual(['first']);
  expect(files?.isChecked(NOISE)).toBe(true);
  other.setText('changed noise');
  await told();
  expect(files?.isChecked(NOISE)).toBe(false);
  publish(NOISE, old, 'outdated');
  expect(messages()).toEqual([]);
  publish(NOISE, version(), 'newest');
  publish(NOISE, undefined, 'of a closed file');
  publish('file:///gone.slang', 1);
  expect([messages(), shownProblems(first.state)]).toEqual([['newest'], []]);
});

it('converts between file names and addresses', () => {
  expect(['user.slang', 'lib/a#b.slang'].map(uriOf)).toEqual([MAIN, 'file:///lib/a%23b.slang']);
  expect(titleOf('file:///lib/a%23b.slang')).toBe('lib/a#b.slang');
  expect(titleOf('slang-synth://core/core.builtin')).toBe('Slang’s core library');
});
