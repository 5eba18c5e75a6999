import { expect, it } from 'vitest';
import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import { changedText, changesFor, findNumthreads } from './numthreads.ts';

const MAIN = 0;

/** The source with another size for `main`, or the reason why there is none. */
function resized(source: string, present: ThreadGroupSize, size: ThreadGroupSize): string {
  const place = findNumthreads([{ id: MAIN, text: source }], 'main', present);
  return place.ok ? changedText(source, changesFor(place.value, size)) : place.error;
}

const BODY = 'void main(uint3 id : SV_DispatchThreadID) {}';

it.each([
  ['[numthreads(8, 8, 1)]', '[numthreads(16, 16, 1)]'],
  ['[numthreads(8,8,1)]', '[numthreads(16,16,1)]'],
  ['[numthreads( 8 , 8 )]', '[numthreads( 16 , 16 )]'],
  ['[shader("compute")] [numthreads(8, 8, 1)]', '[shader("compute")] [numthreads(16, 16, 1)]'],
  ['[shader("compute"), numthreads(8, 8, 1)]', '[shader("compute"), numthreads(16, 16, 1)]'],
  ['[NumThreads(8, 8, 1)]', '[NumThreads(16, 16, 1)]'],
  ['[numthreads(8 /* wide */, 2 * 4, 1)]', '[numthreads(16 /* wide */, 16, 1)]'],
  ['// [numthreads(1)]\n[numthreads(8, 8, 1)]\n', '// [numthreads(1)]\n[numthreads(16, 16, 1)]\n'],
  [
    'static const uint S = 8;\n[numthreads(S, S)]',
    'static const uint S = 8;\n[numthreads(16, 16)]',
  ],
  ['#define SIZE 8\n[numthreads(SIZE, SIZE, 1)]', '#define SIZE 8\n[numthreads(16, 16, 1)]'],
  ['[numthreads(N, M, 1)]', '[numthreads(16, 16, 1)]'],
  ['[playground::CALL(8, 8)] [numthreads(8, 8)]', '[playground::CALL(8, 8)] [numthreads(16, 16)]'],
])('the group size in a source is replaced in %s', (before, after) => {
  expect(resized(`${before} ${BODY}`, [8, 8, 1], [16, 16, 1])).toBe(`${after} ${BODY}`);
});

it('the group size in a source keeps arguments that already have the right value', () => {
  expect(resized(`#define SIZE 8\n[numthreads(SIZE, 4, 1)] ${BODY}`, [8, 4, 1], [8, 8, 1])).toBe(
    `#define SIZE 8\n[numthreads(SIZE, 8, 1)] ${BODY}`,
  );
});

it('the group size in a source gets more arguments if necessary', () => {
  const from64 = (...size: ThreadGroupSize) =>
    resized(`[numthreads(64)] ${BODY}`, [64, 1, 1], size);
  expect(from64(128, 1, 1)).toBe(`[numthreads(128)] ${BODY}`);
  expect(from64(8, 8, 1)).toBe(`[numthreads(8, 8)] ${BODY}`);
  expect(from64(4, 1, 4)).toBe(`[numthreads(4, 1, 4)] ${BODY}`);
});

it('the group size in a source belongs to the chosen entry point, not another one', () => {
  const other = '[numthreads(8, 8, 1)] void other() {}';
  expect(resized(`${other} [numthreads(8, 8, 1)] ${BODY}`, [8, 8, 1], [4, 4, 1])).toBe(
    `${other} [numthreads(4, 4, 1)] ${BODY}`,
  );
});

it('the group size in a source is the active one in conditional code', () => {
  const source = (size: number) =>
    `#ifdef WIDE\n[numthreads(32, 32, 1)]\n#else\n[numthreads(${size}, ${size}, 1)]\n#endif\n${BODY}`;
  expect(resized(source(8), [8, 8, 1], [16, 16, 1])).toBe(source(16));
});

it('the group size in a source is found in another file of the project', () => {
  const files = [
    { id: MAIN, text: '#include "kernel.slang"\nstatic const int SIZE = 8;' },
    { id: 7, text: `[numthreads(SIZE, 1, 1)] ${BODY}` },
  ];
  const place = findNumthreads(files, 'main', [8, 1, 1]);
  expect(place.ok && place.value.file.id).toBe(7);
  expect(place.ok && place.value.arguments.map(({ value }) => value)).toEqual([8, 1, 1]);
});

it.each([
  [
    '#define GROUP numthreads(8, 8, 1)\n[GROUP] void main() {}',
    /^The attribute \[numthreads\(8, 8, 1\)\] of main cannot be found/,
  ],
  [`[numthreads(4, 4, 1)] ${BODY}`, /cannot be found/],
  [`#ifdef A\n[numthreads(8, 8)]\n#else\n[numthreads(8, 8)]\n#endif\n${BODY}`, /more than once/],
])(
  'the group size in a source is reported if it is missing or ambiguous in %s',
  (source, reason) => {
    expect(resized(source, [8, 8, 1], [4, 4, 1])).toMatch(reason);
  },
);
