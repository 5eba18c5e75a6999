import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { directivesIn, hiddenIn, lineDirectives, showDirectives } from './codeView.ts';

const CODE = `struct A

#line 8 "user.slang"
{

    #line 9
#line 10
    int a;


#line 11
    int b;

};`;

function hidden(state: EditorState): string[] {
  const found: string[] = [];
  hiddenIn(state).between(0, state.doc.length, (from, to) => {
    found.push(state.sliceDoc(from, to));
  });
  return found;
}

const create = (isShown = false, doc = CODE) =>
  EditorState.create({ doc, extensions: lineDirectives(isShown) });

it('line directives are found with the blank line before each', () => {
  const found = directivesIn(CODE).map(({ from, to }) => CODE.slice(from, to));
  expect(found).toEqual(['\n#line 8 "user.slang"', '\n    #line 9\n#line 10', '\n#line 11']);
  const placesIn = (text: string) => directivesIn(text).flatMap(({ from, to }) => [from, to]);
  expect(placesIn('#line\n#lines\n// #line 1\n\n#line 2')).toEqual([0, 5, 24, 32]);
  expect(placesIn('\n#line 1')).toEqual([0, 8]);
  expect(placesIn('\n\n#line 1\nint a;')).toEqual([1, 9]);
  expect(placesIn('')).toEqual([]);
});

it('line directives are hidden until the user shows them, even where the cursor starts', () => {
  const state = create();
  expect(hidden(state)).toHaveLength(3);
  expect(hidden(create(false, '#line 1\nint a;'))).toEqual(['#line 1']);
  const shown = state.update({ effects: showDirectives(true) }).state;
  expect([hidden(shown), hidden(create(true))]).toEqual([[], []]);
  expect(hidden(shown.update({ effects: showDirectives(false) }).state)).toHaveLength(3);
});

it('line directives are shown while they contain a search match', () => {
  const at = CODE.indexOf('line 9');
  const found = create().update({ selection: { anchor: at, head: at + 6 } }).state;
  expect(hidden(found)).toEqual(['\n#line 8 "user.slang"', '\n#line 11']);
  const next = found.update({ selection: EditorSelection.single(CODE.indexOf('b;')) }).state;
  expect(hidden(next)).toHaveLength(3);
  const all = next.update({ selection: { anchor: 0, head: CODE.length } }).state;
  expect(hidden(all)).toHaveLength(3);
});

it('line directives are skipped by the cursor', () => {
  const state = create();
  const [ranges] = state.facet(EditorView.atomicRanges).map((read) => read({ state } as never));
  const spans: string[] = [];
  ranges?.between(0, CODE.length, (from, to) => void spans.push(state.sliceDoc(from, to)));
  expect(spans).toEqual([
    ...['\n\n#line 8 "user.slang"\n', '\n\n    #line 9\n#line 10\n', '\n\n#line 11\n'],
  ]);
});
