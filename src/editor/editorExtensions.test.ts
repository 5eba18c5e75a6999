import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { acceptExtensions, addEditorExtension, addedExtensions } from './editorExtensions.ts';

/** An editor without a page: its state, and what changes it. */
function createEditor() {
  let state = EditorState.create({ extensions: addedExtensions() });
  const view = {
    dispatch(...specs: TransactionSpec[]) {
      state = state.update(...specs).state;
    },
  };
  const dispose = acceptExtensions(view as unknown as EditorView);
  return { tabSize: () => state.tabSize, dispose };
}

describe('added editor extensions', () => {
  it('reach the editor that is there, until they are removed', () => {
    const editor = createEditor();
    expect(editor.tabSize()).toBe(4);
    const remove = addEditorExtension(EditorState.tabSize.of(3));
    expect(editor.tabSize()).toBe(3);
    remove();
    remove();
    expect(editor.tabSize()).toBe(4);
    editor.dispose();
  });

  it('reach editors that are created later', () => {
    const remove = addEditorExtension(EditorState.tabSize.of(3));
    const editor = createEditor();
    expect(editor.tabSize()).toBe(3);
    remove();
    expect(editor.tabSize()).toBe(4);
    editor.dispose();
  });

  it('leave disposed editors alone', () => {
    const editor = createEditor();
    editor.dispose();
    addEditorExtension(EditorState.tabSize.of(3))();
    const remove = addEditorExtension(EditorState.tabSize.of(2));
    expect(editor.tabSize()).toBe(4);
    remove();
  });
});
