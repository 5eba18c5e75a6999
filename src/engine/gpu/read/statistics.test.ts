import { describe, expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import { BINS, PARTIAL_BYTES, RANGE_BYTES, type ReductionSource } from './reducer.ts';
import { reductionsOfBuffer, statisticsOf } from './statistics.ts';

const FLOATS: ReductionSource = { kind: 'buffer', scalar: 'f32' };

const NONE = { nan: 0, infinite: 0, deviation: 0, square: 0 };
type PartialResult = { readonly count: number } & Partial<typeof NONE>;

/** The GPU's results: the range with the center, the histogram, and partial sums. */
function results(
  range: Float32Array | Int32Array,
  center: number,
  partials: readonly PartialResult[],
): Uint8Array<ArrayBuffer> {
  const start = RANGE_BYTES + BINS * 4;
  const view = new DataView(new ArrayBuffer(start + partials.length * PARTIAL_BYTES));
  new Uint8Array(view.buffer).set(new Uint8Array(range.buffer));
  view.setFloat32(8, center, true);
  view.setUint32(RANGE_BYTES + 8, 7, true);
  for (const [index, partial] of partials.entries()) {
    const at = start + index * PARTIAL_BYTES;
    const { count, nan, infinite, deviation, square } = { ...NONE, ...partial };
    for (const [place, each] of [count, nan, infinite].entries())
      view.setUint32(at + 12 + place * 4, each, true);
    view.setFloat32(at + 24, deviation, true);
    view.setFloat32(at + 28, square, true);
  }
  return new Uint8Array(view.buffer);
}

describe('statistics', () => {
  it('combine partial results, and move the center to the mean', () => {
    const partials = [
      { count: 3, nan: 1, deviation: 1, square: 6 },
      { count: 1, infinite: 2, deviation: 1, square: 2 },
    ];
    const statistics = statisticsOf('a', FLOATS, results(Float32Array.of(-1, 9), 4, partials));
    // The mean of the squares minus the square of the shift.
    const spread = { mean: 4.5, standardDeviation: Math.sqrt(2 - 0.25) };
    const range = { minimum: -1, maximum: 9 };
    expect(statistics).toMatchObject({ name: 'a', count: 7, nan: 1, infinite: 2 });
    expect(statistics).toMatchObject({ ...range, ...spread });
    expect(statistics.histogram[2]).toBe(7);
  });

  it('keep the range of integers exact', () => {
    const [minimum, maximum] = [-2_147_483_647, 2_147_483_645];
    const bytes = results(Int32Array.of(minimum, maximum), 0, [{ count: 2 }]);
    const statistics = statisticsOf('a', { kind: 'buffer', scalar: 'i32' }, bytes);
    expect(statistics).toMatchObject({ minimum, maximum });
  });

  it('have no range if there are no numbers', () => {
    const bytes = results(Float32Array.of(0, 0), 0, [{ count: 0, nan: 5 }]);
    const unknown = { minimum: NaN, maximum: NaN, mean: NaN, standardDeviation: NaN };
    expect(statisticsOf('a', FLOATS, bytes)).toMatchObject({ ...unknown, count: 5, nan: 5 });
  });
});

it('are computed for each component of a vector, and for a matrix as a whole', () => {
  const column = (part: ColumnPart): Column => ({
    typeName: '',
    scalar: 'float32',
    cases: null,
    ...part,
  });
  const buffer = { size: 100 } as GPUBuffer;
  const reductions = reductionsOfBuffer(buffer, {
    stride: 32,
    omitted: [],
    columns: [
      column({ name: 'a', offset: 0, components: [0], shape: [1, 1] }),
      column({ name: 'b', offset: 4, components: [0, 4], shape: [1, 2] }),
      column({ name: 'm', offset: 12, components: [0, 4, 8, 12], shape: [2, 2] }),
      column({ name: 'l', offset: 28, components: [0], shape: [1, 1], scalar: 'int64' }),
    ],
  });
  const found = reductions.map(({ name, request: { size, offsets } }) => {
    return `${name}: ${size[0]} at ${offsets}`;
  });
  expect(found).toEqual(['a: 3 at 0', 'b.x: 3 at 4', 'b.y: 3 at 8', 'm: 3 at 12,16,20,24']);
});

type ColumnPart = Pick<Column, 'name' | 'offset' | 'components' | 'shape'> & {
  readonly scalar?: Column['scalar'];
};
