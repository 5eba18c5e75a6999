import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
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

it('an empty answer from the server ends the completion only if the text is unchanged', async () => {
  expect(await answerFor(state)).toBeNull();
  // CodeMirror asks again after further typing.
  const later = state.update({ changes: { from: 2, insert: '.' } }).state;
  expect(await answerFor(later)).toEqual({ from: 2, options: [] });
});
