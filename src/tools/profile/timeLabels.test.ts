import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { entryPointsIn } from '#core/source/declarations.ts';
import { labelsField, setTimeLabels } from './timeLabels.ts';

const SOURCE = `float paint(float x);
[shader("compute")]
[numthreads(8, 8, 1)]
void paint(uint2 at : SV_DispatchThreadID)
{ // void blur()
}
namespace post { [numthreads(1, 1, 1)] [shader("compute")] void blur() {} }
void helper() {}
`;

function labelsIn(state: EditorState): { readonly at: number; readonly text: string }[] {
  const found: { at: number; text: string }[] = [];
  for (const decorations of state.facet(EditorView.decorations)) {
    if (typeof decorations === 'function') continue;
    const cursor = decorations.iter();
    for (; cursor.value; cursor.next()) {
      found.push({ at: cursor.from, text: cursor.value.spec.widget.text });
    }
  }
  return found;
}

it('finds the names of entry points, not other uses of the same name', () => {
  const found = [...entryPointsIn(SOURCE)].map(([name, { from }]) => {
    const line = SOURCE.slice(0, from).split('\n').length;
    return `${name} in line ${line}`;
  });
  expect(found).toEqual(['paint in line 4', 'blur in line 7']);
});

it('labels the lines of timed entry points, even while the text changes', () => {
  const field = labelsField(() => new Map([['paint', '1.2 ms']]));
  let state = EditorState.create({ doc: SOURCE, extensions: field });
  const end = (line: number) => state.doc.line(line).to;
  expect(labelsIn(state)).toEqual([{ at: end(4), text: '1.2 ms' }]);
  state = state.update({ changes: { from: 0, insert: '// first\n' } }).state;
  expect(labelsIn(state)).toEqual([{ at: end(5), text: '1.2 ms' }]);
  const labels = new Map(Object.entries({ blur: '40 µs', gone: '2 ms' }));
  state = state.update({ effects: setTimeLabels.of(labels) }).state;
  expect(labelsIn(state)).toEqual([{ at: end(8), text: '40 µs' }]);
  state = state.update({ effects: setTimeLabels.of(new Map()) }).state;
  expect(labelsIn(state)).toEqual([]);
});
