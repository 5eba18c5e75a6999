import { autocompletion, completionStatus } from '@codemirror/autocomplete';
import { history, redo, undo } from '@codemirror/commands';
import {
  EditorState,
  type StateCommand,
  StateEffect,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { MAIN_FILE, MAIN_FILE_ID } from '#core/project/project.ts';
import type { EditedFile } from '#ui/editor/fileEdits.ts';
import { problems, shownProblems, showProblems } from '#ui/editor/problems.ts';
import {
  createChanges,
  createJumps,
  createProjectEditor,
  origins,
} from '#ui/editor/sourceEditor.ts';
import { createFileTable, type FilesView, type ListedFile } from './fileTable.ts';
import { groupedHistory } from './groupedEdits.ts';

const NOISE: ListedFile = { id: 1, path: 'noise.slang', text: 'float gain;' };
const COLOR: ListedFile = { id: 2, path: 'color.slang', text: 'float hue;' };

function createProject(
  text = 'use gain;',
  files: readonly ListedFile[] = [NOISE, COLOR],
  shown: number = MAIN_FILE_ID,
) {
  const calls: unknown[] = [];
  const jumps = createJumps();
  const changes = createChanges(
    {
      onEdit: (read, origin) => calls.push(['main', read(), origin]),
      onFileEdit: (id, read) => calls.push([id, read()]),
      onRename: (id, path) => calls.push(`${id} is ${path}`),
      onProblems: ({ errors }) => calls.push(`${errors} errors`),
      onBlank: (isBlank) => isBlank && calls.push('blank'),
    },
    jumps,
    () => table,
  );
  let missing: readonly StateEffect<unknown>[] = [];
  const table = createFileTable(
    {
      createState: ({ id }, doc, selection) =>
        EditorState.create({
          ...{ doc, selection },
          extensions: [
            ...[history(), groupedHistory, problems, project.extension],
            id === MAIN_FILE_ID ? origins(1) : [],
          ],
        }),
      missing: () => missing,
      prepare: (state) => state,
      onHiddenChange: changes.hidden,
    },
    { files: [{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...files], shown, place: null },
  );
  const go = (id: number, from: number, to = from) => {
    table.show(id);
    view.dispatch({ selection: { anchor: from, head: to } });
  };
  const current = () => ({ id: table.shown().id, pos: view.state.selection.main.head });
  const project = createProjectEditor(table, jumps, { current, go });
  let { state } = table.shown();
  const view: FilesView = {
    get state() {
      return state;
    },
    setState(next) {
      state = next;
    },
    dispatch(...specs: (TransactionSpec | Transaction | readonly Transaction[])[]) {
      const [first] = specs;
      const transaction =
        first instanceof Transaction ? first : state.update(...(specs as TransactionSpec[]));
      ({ state } = transaction);
      changes.shown(view, transaction);
    },
    scrollSnapshot: () =>
      EditorView.scrollIntoView(state.selection.main.head) as ReturnType<
        EditorView['scrollSnapshot']
      >,
    coordsAtPos: () => null,
    scrollDOM: { clientHeight: 100 },
  };
  table.attach(view);
  return {
    ...{ table, changes, calls, view, editor: project.editor },
    setFiles: (list: readonly ListedFile[]) =>
      table.setFiles([{ id: MAIN_FILE_ID, path: MAIN_FILE, text }, ...list]),
    setMissing(effects: readonly StateEffect<unknown>[]) {
      missing = effects;
    },
    texts: () => table.files().map(({ doc }) => doc.toString()),
    type: (insert: string) => view.dispatch({ changes: { from: 0, insert } }),
    press(command: StateCommand) {
      command({ state, dispatch: (transaction) => view.dispatch(transaction) });
    },
  };
}

it('a project in the editor keeps each file’s text, selection and undo steps', () => {
  const { table, view, type, press, texts } = createProject();
  type('1 ');
  view.dispatch({ selection: { anchor: 4 } });
  table.show(NOISE.id);
  type('2 ');
  press(undo);
  press(undo);
  expect(texts()).toEqual(['1 use gain;', 'float gain;', 'float hue;']);
  table.show(MAIN_FILE_ID);
  expect(view.state.selection.main.head).toBe(4);
  press(undo);
  expect(texts()).toEqual(['use gain;', 'float gain;', 'float hue;']);
  table.show(NOISE.id);
  press(redo);
  expect(texts()).toEqual(['use gain;', '2 float gain;', 'float hue;']);
});

it('a project in the editor reports the edits of each file, shown or not', () => {
  const { table, calls, type, view } = createProject();
  type('1 ');
  table.show(NOISE.id);
  type('2 ');
  expect(calls).toEqual([
    ['main', '1 use gain;', 1],
    [NOISE.id, '2 float gain;'],
  ]);
  table.get(MAIN_FILE_ID)?.dispatch({ changes: { from: 0, to: 2 } });
  expect(calls.at(-1)).toEqual(['main', 'use gain;', 1]);
  expect(view.state.doc.toString()).toBe('2 float gain;');
});

it('a project in the editor replaces the main file in one undo step, whether it is shown or not', () => {
  const { table, changes, calls, texts, press } = createProject();
  table.show(NOISE.id);
  changes.open('other', { anchor: 2, head: 3, top: 0 }, 2);
  expect([texts()[0], calls]).toEqual(['other', []]);
  table.show(MAIN_FILE_ID);
  expect(table.shown().state.selection.main).toMatchObject({ anchor: 2, head: 3 });
  press(undo);
  expect(calls).toEqual([['main', 'use gain;', 1]]);
  press(redo);
  expect(calls.at(-1)).toEqual(['main', 'other', 2]);
});

it('a project in the editor keeps a file’s scroll position when its text is replaced, whether it is shown or not', () => {
  const { table, view } = createProject('x\n'.repeat(1000));
  const replace = (file: Pick<EditedFile, 'state' | 'dispatch'>, insert: string) =>
    file.dispatch({ changes: { from: 0, to: file.state.doc.length, insert } });
  table.setPlace(MAIN_FILE_ID, { anchor: 0, head: 0, top: 1438 });
  replace(view, 'a shorter text');
  // The view has not been drawn since, so no scroll event has reported the new position.
  table.show(NOISE.id);
  const [main] = table.files();
  if (!main) return expect.unreachable();
  replace(main, 'another demo');
  expect(main.doc.toString()).toBe('another demo');
});

it('a project in the editor ends a completion when another file is shown', () => {
  const { table, view } = createProject();
  const names = EditorState.languageData.of(() => [{ autocomplete: () => null }]);
  view.dispatch({ effects: StateEffect.appendConfig.of([autocompletion(), names]) });
  view.dispatch({ changes: { from: 0, insert: 'x' }, userEvent: 'input.type' });
  expect(completionStatus(view.state)).toBe('pending');
  table.show(NOISE.id);
  table.show(MAIN_FILE_ID);
  expect(completionStatus(view.state)).toBeNull();
});

it('a project in the editor starts with the file that was shown last, and reports when the main file becomes blank', () => {
  const { table, view, calls, press, type } = createProject(' ', [NOISE], NOISE.id);
  expect(view.state.doc.toString()).toBe('float gain;');
  table.show(MAIN_FILE_ID);
  type('x');
  press(undo);
  expect(calls).toEqual([['main', 'x ', 1], 'blank', ['main', ' ', 1]]);
});

it('a project in the editor creates states when needed, and adds later extensions to hidden files', () => {
  const { table, setMissing } = createProject();
  const [, noise] = table.files();
  expect([noise?.doc.toString(), noise?.isCreated]).toEqual(['float gain;', false]);
  expect(table.states()).toHaveLength(1);
  setMissing([EditorView.announce.of('added')]);
  const before = noise?.state;
  expect(table.states()).toHaveLength(2);
  expect(noise?.state).not.toBe(before);
});

it('the list of files keeps a file’s text and undo steps when it is renamed or moved', () => {
  const { table, setFiles, type, press, texts, view } = createProject();
  table.show(NOISE.id);
  type('1 ');
  setFiles([COLOR, { ...NOISE, path: 'lib/noise.slang' }]);
  const paths = table.files().map(({ path }) => path);
  expect(paths).toEqual(['user.slang', 'color.slang', 'lib/noise.slang']);
  expect(texts()[2]).toBe('1 float gain;');
  press(undo);
  expect(view.state.doc.toString()).toBe('float gain;');
});

it('the list of files shows the main file when the shown file is removed, and forgets that file', () => {
  const { table, setFiles, type, editor } = createProject();
  table.show(NOISE.id);
  type('1 ');
  setFiles([COLOR]);
  expect(editor.shownFile()).toBe(MAIN_FILE_ID);
  setFiles([COLOR, NOISE]);
  expect(table.get(NOISE.id)?.doc.toString()).toBe('float gain;');
  expect(table.show(77)).toBe(false);
});

it('the list of files accepts every kind of line break', () => {
  const { setFiles, texts } = createProject();
  setFiles([{ ...NOISE, id: 3, text: 'float\r\ngain;\r' }]);
  expect(texts()[1]).toBe('float\ngain;\n');
});

it('the list of files notifies its listeners', () => {
  const { editor, setFiles, table, type } = createProject();
  const told = vi.fn();
  const stop = editor.subscribe(told);
  type('of the file in sight');
  expect(told).not.toHaveBeenCalled();
  setFiles([NOISE]);
  table.get(NOISE.id)?.dispatch({ changes: { from: 0, insert: '1' } });
  stop();
  setFiles([]);
  expect(told).toHaveBeenCalledTimes(2);
});

const GAIN_TO_VOLUME = [
  { id: MAIN_FILE_ID, changes: [{ from: 4, to: 8, insert: 'volume' }] },
  { id: NOISE.id, changes: [{ from: 6, to: 10, insert: 'volume' }] },
];

const BEFORE = ['use gain;', 'float gain;', 'float hue;'];
const AFTER = ['use volume;', 'float volume;', 'float hue;'];

it('edits of several files are undone and redone together, from any of the files', () => {
  const { editor, table, texts, press } = createProject();
  expect(editor.applyEdits(GAIN_TO_VOLUME, 'Rename')).toBe(true);
  expect(texts()).toEqual(AFTER);
  press(undo);
  expect(texts()).toEqual(BEFORE);
  press(redo);
  expect(texts()).toEqual(AFTER);
  table.show(NOISE.id);
  press(undo);
  expect(texts()).toEqual(BEFORE);
  table.show(MAIN_FILE_ID);
  press(redo);
  expect(texts()).toEqual(AFTER);
});

it('edits of several files remain in a file that was edited afterwards, until that edit is undone', () => {
  const { editor, table, texts, press, type } = createProject();
  editor.applyEdits(GAIN_TO_VOLUME, 'Rename');
  table.show(NOISE.id);
  type('// ');
  table.show(MAIN_FILE_ID);
  press(undo);
  expect(texts()).toEqual(['use gain;', '// float volume;', 'float hue;']);
  table.show(NOISE.id);
  press(undo);
  press(undo);
  expect(texts()).toEqual(BEFORE);
  press(redo);
  expect(texts()).toEqual(AFTER);
});

it('edits of several files undo and redo a file’s new name with them', () => {
  const { editor, calls, texts, press } = createProject();
  const rename = { id: COLOR.id, from: 'hue.slang', to: 'color.slang' };
  editor.applyEdits(GAIN_TO_VOLUME, 'Rename hue.slang to color.slang', rename);
  const names = () => calls.filter((call) => typeof call === 'string' && call.includes('slang'));
  expect(names()).toEqual([]);
  press(undo);
  expect(names()).toEqual(['2 is hue.slang']);
  press(redo);
  expect(names()).toEqual(['2 is hue.slang', '2 is color.slang']);
  expect(texts()).toEqual(AFTER);
});

it('edits of several files are two undo steps if they were made twice', () => {
  const { editor, texts, press } = createProject();
  editor.applyEdits(GAIN_TO_VOLUME, 'Rename');
  const back = [
    { id: MAIN_FILE_ID, changes: [{ from: 4, to: 10, insert: 'hue' }] },
    { id: COLOR.id, changes: [{ from: 6, to: 9, insert: 'tint' }] },
  ];
  editor.applyEdits(back, 'Rename again');
  press(undo);
  expect(texts()).toEqual(AFTER);
  press(undo);
  expect(texts()).toEqual(BEFORE);
});

const cut = (from: number, to: number) => ({ from, to, insert: '' });
it.each([
  ['in a file that is gone', [{ id: 77, changes: [cut(0, 1)] }]],
  ['outside the text', [{ id: 0, changes: [cut(0, 10)] }]],
  ['overlapping another', [{ id: 0, changes: [cut(0, 3), cut(2, 4)] }]],
  ['in two parts of one file', [GAIN_TO_VOLUME[0], GAIN_TO_VOLUME[0]].flatMap((x) => x ?? [])],
])('edits of several files are rejected as a whole if one is %s', (_what, edits) => {
  const { editor, texts } = createProject();
  const fine = { id: NOISE.id, changes: [{ from: 0, to: 1, insert: 'x' }] };
  expect(editor.applyEdits([fine, ...edits], 'Break')).toBe(false);
  expect(texts()).toEqual(BEFORE);
});

it('problems of files are counted together, and stay while another file is shown', () => {
  const { table, calls, view } = createProject();
  const [main, noise] = table.files();
  if (!main || !noise) return expect.unreachable();
  const error = { from: 0, to: 3, severity: 'error', message: 'wrong', code: '' } as const;
  const wrong = { ...error, related: [], fixes: [] };
  showProblems(main, 'server', [wrong]);
  showProblems(noise, 'server', [wrong, { ...wrong, from: 4, to: 6 }]);
  expect(calls).toEqual(['1 errors', '3 errors']);
  table.show(NOISE.id);
  expect(shownProblems(view.state)).toHaveLength(2);
  expect(shownProblems(main.state)).toHaveLength(1);
});

function jump(state: EditorState, name: 'Alt-ArrowLeft' | 'Alt-ArrowRight') {
  const bindings = state.facet(keymap).flat();
  bindings.find(({ key }) => key === name)?.run?.({} as EditorView);
}

it('jumps go back and forth across files, and follow edits', () => {
  const { editor, view, type } = createProject();
  view.dispatch({ selection: { anchor: 4 } });
  editor.open(NOISE.id, 6, 10);
  expect(view.state.selection.main).toMatchObject({ anchor: 6, head: 10 });
  editor.open(MAIN_FILE_ID, 0);
  type('// ');
  const after = (key: 'Alt-ArrowLeft' | 'Alt-ArrowRight') => {
    jump(view.state, key);
    return [editor.shownFile(), view.state.selection.main.head];
  };
  expect(after('Alt-ArrowLeft')).toEqual([NOISE.id, 10]);
  expect(after('Alt-ArrowLeft')).toEqual([MAIN_FILE_ID, 7]);
  expect(after('Alt-ArrowLeft')[0]).toBe(MAIN_FILE_ID);
  expect(after('Alt-ArrowRight')[0]).toBe(NOISE.id);
});

it('jumps skip files that are gone', () => {
  const { editor, view, setFiles } = createProject();
  editor.open(NOISE.id, 6);
  editor.open(COLOR.id, 0);
  setFiles([COLOR]);
  jump(view.state, 'Alt-ArrowLeft');
  expect(editor.shownFile()).toBe(MAIN_FILE_ID);
});
