import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeAttribute } from './attributes.ts';

/** The names that the list offers first above a declaration. */
function firstAbove(declaration: string): string[] {
  const written = '[playground::';
  const state = EditorState.create({ doc: `${written}]\n${declaration}\n` });
  const options = completeAttribute(new CompletionContext(state, written.length, true))?.options;
  return [...(options ?? [])]
    .sort((one, other) => (other.boost ?? 0) - (one.boost ?? 0))
    .map(({ label }) => label)
    .slice(0, 2);
}

it.each([
  ['uniform float radius;', ['SLIDER', 'TIME']],
  ['uniform float4 mouse;', ['MOUSE_POSITION', 'TIME']],
  ['uniform float3 tint;', ['TIME', 'FRAME_ID']],
  ['RWTexture2D<float> trail;', ['BLACK_SCREEN', 'ZEROS']],
  ['RWStructuredBuffer<float> data;', ['ZEROS', 'RAND']],
  ['[shader("compute")] [numthreads(8, 8, 1)]\nvoid draw() {}', ['CALL', 'CALL::SIZE_OF']],
])('offers the most used attributes first above %s', (declaration, names) => {
  expect(firstAbove(declaration)).toEqual(names);
});
