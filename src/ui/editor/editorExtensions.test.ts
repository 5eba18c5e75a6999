import { EditorState, StateField, type TransactionSpec } from '@codemirror/state';
import { expect, it } from 'vitest';
import {
  acceptExtensions,
  addEditorExtension,
  addedExtensions,
  addFileExtension,
  withAddedAnew,
} from './editorExtensions.ts';

const createState = (isMain = true) =>
  EditorState.create({ extensions: addedExtensions({ isMain }) });

function createEditor(isMain = true) {
  let state = createState(isMain);
  const view = {
    get state() {
      return state;
    },
    dispatch(...specs: unknown[]) {
      state = state.update(...(specs as TransactionSpec[])).state;
    },
  };
  const dispose = acceptExtensions(view);
  return { tabSize: () => state.tabSize, phrase: () => state.phrase('Find'), dispose };
}

it('added editor extensions apply to current and later editors until they are removed', () => {
  const editor = createEditor();
  expect(editor.tabSize()).toBe(4);
  const remove = addEditorExtension(EditorState.tabSize.of(3));
  expect(editor.tabSize()).toBe(3);
  editor.dispose();
  const later = createEditor();
  expect(later.tabSize()).toBe(3);
  remove();
  remove();
  expect(later.tabSize()).toBe(4);
  later.dispose();
});

it('added editor extensions do not apply to disposed editors', () => {
  const editor = createEditor();
  editor.dispose();
  addEditorExtension(EditorState.tabSize.of(3))();
  const remove = addEditorExtension(EditorState.tabSize.of(2));
  expect(editor.tabSize()).toBe(4);
  remove();
});

it('added editor extensions do not apply to the project’s other files', () => {
  const state = EditorState.create();
  const dispose = acceptExtensions({ state, dispatch: () => expect.unreachable() });
  addEditorExtension(EditorState.tabSize.of(3))();
  expect(withAddedAnew(state)).toBe(state);
  dispose();
});

it('added editor extensions for all files apply to each file of the project', () => {
  const editor = createEditor(false);
  const remove = [
    addFileExtension(EditorState.tabSize.of(3)),
    addEditorExtension(EditorState.phrases.of({ Find: 'Search' })),
  ];
  expect([editor.tabSize(), editor.phrase()]).toEqual([3, 'Find']);
  for (const each of remove) each();
  expect(editor.tabSize()).toBe(4);
  editor.dispose();
});

it('added editor extensions start with fresh state when the main file is shown again', () => {
  let value = 1;
  const field = StateField.define({ create: () => value, update: (before) => before });
  const remove = addEditorExtension(field);
  const state = createState();
  value = 2;
  expect([state.field(field), withAddedAnew(state).field(field)]).toEqual([1, 2]);
  remove();
  expect(withAddedAnew(state).field(field, false)).toBeUndefined();
  const plain = createState();
  expect(withAddedAnew(plain)).toBe(plain);
});
