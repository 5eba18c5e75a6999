import { EditorState } from '@codemirror/state';
import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { expect, it, vi } from 'vitest';
import { completionList } from './completionList.ts';

/** Presses a key after this text while the page still shows an outdated list. */
function press(key: 'Enter' | 'Tab', doc: string) {
  const setKey = vi.fn();
  const selection = { anchor: doc.length };
  const view = {
    state: EditorState.create({ doc, selection, extensions: completionList }),
    contentDOM: { ariaHasPopup: 'listbox' },
    plugin: () => ({ setKey }),
  } as unknown as EditorView;
  const isKept = runScopeHandlers(view, { key, keyCode: 13 } as KeyboardEvent, 'editor');
  expect(setKey.mock.calls).toEqual(isKept ? [[key]] : []);
  return isKept ? 'waits for the list' : 'is text';
}

it.each([
  ...['values[0]', '"text"', 'a >', 'a +', 'a =', 'a ? b :', 'a *', 'a -', 'a &', 'a!', '~'],
  ...['a;', 'f()', '{', 'a, ', 'vector<float>', "'", 'case a:', 'a = 15', 'a = 1.', '\n', ''],
])('a key after %o types text although a list is still open', (doc) => {
  expect([press('Enter', doc), press('Tab', doc)]).toEqual(['is text', 'is text']);
});

it.each([
  ...['draw', 'größe', 'a1', '_S', 'value.', 'value.x', 'a1.', 'f().', 'values[0].'],
  ...['[playground::', '[playground::SL'],
])('a key after %o waits for the list’s update', (doc) => {
  expect(press('Enter', doc)).toBe('waits for the list');
});
