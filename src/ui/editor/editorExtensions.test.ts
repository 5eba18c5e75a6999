import { EditorState, StateField, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import {
  acceptExtensions,
  addEditorExtension,
  addedExtensions,
  addFileExtension,
  withAddedAnew,
} from './editorExtensions.ts';

function createEditor() {
  let state = EditorState.create({ extensions: addedExtensions({ isMain: true }) });
  const view = {
    get state() {
      return state;
    },
    dispatch(...specs: unknown[]) {
      state = state.update(...(specs as TransactionSpec[])).state;
    },
  };
  const dispose = acceptExtensions(view);
  return { tabSize: () => state.tabSize, dispose };
}

describe('added editor extensions', () => {
  it('apply to the current editor until they are removed', () => {
    const editor = createEditor();
    expect(editor.tabSize()).toBe(4);
    const remove = addEditorExtension(EditorState.tabSize.of(3));
    expect(editor.tabSize()).toBe(3);
    remove();
    remove();
    expect(editor.tabSize()).toBe(4);
    editor.dispose();
  });

  it('apply to editors that are created later', () => {
    const remove = addEditorExtension(EditorState.tabSize.of(3));
    const editor = createEditor();
    expect(editor.tabSize()).toBe(3);
    remove();
    expect(editor.tabSize()).toBe(4);
    editor.dispose();
  });

  it('do not apply to disposed editors', () => {
    const editor = createEditor();
    editor.dispose();
    addEditorExtension(EditorState.tabSize.of(3))();
    const remove = addEditorExtension(EditorState.tabSize.of(2));
    expect(editor.tabSize()).toBe(4);
    remove();
  });

  it('do not apply to the project’s other files', () => {
    const state = EditorState.create();
    const dispose = acceptExtensions({ state, dispatch: () => expect.unreachable() });
    addEditorExtension(EditorState.tabSize.of(3))();
    expect(withAddedAnew(state)).toBe(state);
    dispose();
  });

  it('for all files apply to each file of the project', () => {
    let state = EditorState.create({ extensions: addedExtensions({ isMain: false }) });
    const dispatch = (...specs: unknown[]) => {
      state = state.update(...(specs as TransactionSpec[])).state;
    };
    const view = {
      get state() {
        return state;
      },
      dispatch,
    };
    const dispose = acceptExtensions(view);
    const remove = [
      addFileExtension(EditorState.tabSize.of(3)),
      addEditorExtension(EditorState.phrases.of({ Find: 'Search' })),
    ];
    expect([state.tabSize, state.phrase('Find')]).toEqual([3, 'Find']);
    for (const each of remove) each();
    expect(state.tabSize).toBe(4);
    dispose();
  });

  it('start with fresh state when the main file is shown again', () => {
    let value = 1;
    const field = StateField.define({ create: () => value, update: (before) => before });
    const remove = addEditorExtension(field);
    const state = EditorState.create({ extensions: addedExtensions({ isMain: true }) });
    value = 2;
    expect([state.field(field), withAddedAnew(state).field(field)]).toEqual([1, 2]);
    remove();
    expect(withAddedAnew(state).field(field, false)).toBeUndefined();
    const plain = EditorState.create({ extensions: addedExtensions({ isMain: true }) });
    expect(withAddedAnew(plain)).toBe(plain);
  });
});
