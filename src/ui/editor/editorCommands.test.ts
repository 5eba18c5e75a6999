import { EditorState } from '@codemirror/state';
import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { beforeEach, expect, it, vi } from 'vitest';
import { basics } from './basics.ts';
import { editorCommandKeys } from './editorCommands.ts';

const done = vi.hoisted((): string[] => []);
vi.mock('./formatting/formatting.ts', () => ({
  formatFile: async () => void done.push('file'),
  formatSelection: async () => void done.push('selection'),
}));
vi.mock('./refactoring/refactoring.ts', () => ({
  refactoring: { findAllReferences: async () => Promise.reject(new Error('broken')) },
}));
vi.mock('./note.ts', () => ({ showNote: (_view: EditorView, text: string) => done.push(text) }));

beforeEach(() => void done.splice(0));

/** An editor with the page's key bindings. Returns a function that presses a key. */
function createEditor() {
  const state = EditorState.create({ doc: 'a', extensions: [editorCommandKeys(), basics()] });
  const view = { state, dispatch: () => {} } as unknown as EditorView;
  /** Presses the key; true if the editor prevents the browser's default. */
  return (key: string, held: Partial<KeyboardEvent> = { ctrlKey: true }) => {
    const keyCode = key === 'Control' ? 17 : key.toUpperCase().charCodeAt(0);
    return runScopeHandlers(view, { key, keyCode, ...held } as KeyboardEvent, 'editor');
  };
}

it('formats the selected lines after Ctrl+K Ctrl+F, and handles both keys', async () => {
  const press = createEditor();
  expect(press('k')).toBe(true);
  expect(press('Control')).toBe(false);
  expect(done).toEqual([]);
  expect(press('f')).toBe(true);
  await vi.waitFor(() => expect(done).toEqual(['selection']));
});

it('forgets the first key of a sequence after any other key', async () => {
  const press = createEditor();
  press('k');
  expect(press('j')).toBe(true);
  press('F', { shiftKey: true, altKey: true });
  await vi.waitFor(() => expect(done).toEqual(['file']));
});

it('reports a command that fails, and says that it failed rather than could not be loaded', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  createEditor()('F12', { shiftKey: true, keyCode: 123 });
  await vi.waitFor(() => expect(done).toEqual([expect.stringMatching(/^This command failed/)]));
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
  vi.unstubAllGlobals();
});
