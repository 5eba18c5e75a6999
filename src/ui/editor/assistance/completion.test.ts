import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it, vi } from 'vitest';
import { completeFromServer } from './assistance.ts';

// The module renders HTML, which needs a window that Node lacks.
vi.mock('./documentation.ts', () => ({ showDocumentation: () => null }));

const state = EditorState.create({ doc: 'ba' });

/** The completer's answer if the server finds nothing and the text changes to `later` meanwhile. */
function answerFor(later: EditorState): Promise<unknown> {
  const view = { state, plugin: () => plugin };
  const plugin = {
    uri: 'file:///user.slang',
    toPosition: (pos: number) => ({ line: 0, character: pos }),
    client: {
      sync() {},
      request() {
        view.state = later;
        return Promise.resolve(null);
      },
    },
  };
  const context = new CompletionContext(state, 2, false, view as unknown as EditorView);
  return completeFromServer(context);
}

describe('an empty answer from the server', () => {
  it('ends the completion of an unchanged text', async () => {
    expect(await answerFor(state)).toBeNull();
  });

  it('lets CodeMirror ask again after further typing', async () => {
    const later = state.update({ changes: { from: 2, insert: '.' } }).state;
    expect(await answerFor(later)).toEqual({ from: 2, options: [] });
  });
});
