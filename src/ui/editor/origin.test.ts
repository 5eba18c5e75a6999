import { history, isolateHistory, redo, undo } from '@codemirror/commands';
import { EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { expect, it } from 'vitest';
import { onlyOrigin, originOf, origins, withOrigin } from './sourceEditor.ts';

function createEditor(text: string, origin: number) {
  let state = EditorState.create({ doc: text, extensions: [history(), origins(origin)] });
  const dispatch = (spec: TransactionSpec) => {
    ({ state } = state.update(spec));
  };
  return {
    shown: () => [state.doc.toString(), originOf(state)],
    dispatch,
    open: (next: string, from: number) =>
      dispatch({
        changes: { from: 0, to: state.doc.length, insert: next },
        effects: withOrigin(from),
        annotations: isolateHistory.of('full'),
      }),
    type: (letters: string) => dispatch({ changes: { from: 0, insert: letters } }),
    press: (command: StateCommand) =>
      command({
        state,
        dispatch: (transaction) => {
          ({ state } = transaction);
        },
      }),
  };
}

it('a text keeps its origin through edits, undo and redo', () => {
  const { shown, open, type, press } = createEditor('link', 1);
  open('demo', 2);
  expect(shown()).toEqual(['demo', 2]);
  type('my ');
  expect(shown()).toEqual(['my demo', 2]);
  const after = [undo, undo, redo, undo].map((command) => {
    press(command);
    return shown().join();
  });
  expect(after).toEqual(['demo,2', 'link,1', 'demo,2', 'link,1']);
  type('my ');
  expect(shown()).toEqual(['my link', 1]);
});

it('opening the same text from elsewhere changes its origin without an undo step', () => {
  const { shown, open, dispatch, press } = createEditor('link', 1);
  open('demo', 2);
  dispatch(onlyOrigin(3));
  expect(shown()).toEqual(['demo', 3]);
  press(undo);
  expect(shown()).toEqual(['link', 1]);
});
