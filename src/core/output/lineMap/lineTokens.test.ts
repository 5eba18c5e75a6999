import { expect, it } from 'vitest';
import { fillTemporaries } from './lineTokens.ts';

/** The lines of statements, of which some are known. */
function linesOf(...statements: readonly (readonly [text: string, line: number | null])[]) {
  const texts = statements.map(([text]) => text);
  const known = statements.map(([, line]) =>
    line === null ? null : ({ kind: 'line', file: 0, line } as const),
  );
  const origins = fillTemporaries(texts, known);
  return origins.map((origin) => (origin?.kind === 'line' ? origin.line : null));
}

it('gives a temporary the line of the statement that uses it first', () => {
  const lines = linesOf(
    ['var _S1 : vec2<f32> = vec2<f32>(0.5f);', null],
    ['var x_0 : f32 = 1.0f;', 4],
    ['var _S2 : vec2<f32> = _S1 * 2.0f;', null],
    ['return _S2;', 7],
    ['return _S1;', 9],
  );
  expect(lines).toEqual([7, 4, 7, 7, 9]);
});

it('gives uses of a temporary the line of its definition', () => {
  const lines = linesOf(
    ['var _S21 : Splat_0 = floret_0(i_0);', 140],
    ['splats_0[i_0].center_0 = _S21.center_0;', null],
    ['splats_0[i_0].scale_0 = _S21.scale_0;', null],
    ['return;', 150],
  );
  expect(lines).toEqual([140, 140, 140, 150]);
});

it('gives the members of a variable the line of the declaration directly above', () => {
  const lines = linesOf(
    ['var _S30 : f32 = splats_0[i_0].scale_0;', null],
    ['var splat_0 : Splat_0;', 159],
    ['splat_0.center_0 = splats_0[i_0].center_0;', null],
    ['splat_0.scale_0 = _S30;', null],
    ['splat_0.scale_0 = 2.0f;', 170],
    ['splat_0.scale_0 = i_0;', null],
  );
  expect(lines).toEqual([159, 159, 159, 159, 170, null]);
});

it('leaves lines without evidence unmapped', () => {
  expect(linesOf(['x_0 = y_0;', null], ['var _S1 : f32;', null])).toEqual([null, null]);
  expect(linesOf()).toEqual([]);
});
