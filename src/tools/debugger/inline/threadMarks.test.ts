import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { threadMarks } from './threadMarks.ts';

const SOURCE = `import rendering;

[shader("compute")]
[numthreads(8, 8, 1)]
void draw(uint2 pixel : SV_DispatchThreadID)
{
}
[shader("vertex")] float4 corner() : SV_Position { return 0; }
float helper() { return 1; }
[shader("compute")] [numthreads(1, 1, 1)] void step() {}
// [numthreads(1, 1, 1)] void old() {}
`;

it('marks the lines with the names of compute entry points', () => {
  const state = EditorState.create({ doc: SOURCE });
  const lines: number[] = [];
  threadMarks(state, () => {}).between(0, state.doc.length, (from) => {
    lines.push(state.doc.lineAt(from).number);
  });
  expect(lines).toEqual([5, 10]);
});
