import { describe, expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import { BINS, PARTIAL_BYTES, RANGE_BYTES, type ReductionSource } from './reductionCode.ts';
import { reductionsOfBuffer, statisticsOf } from './statistics.ts';

const FLOATS: ReductionSource = { kind: 'buffer', scalar: 'f32' };

interface PartialResult {
  readonly count: number;
  readonly nan?: number;
  readonly infinite?: number;
  readonly deviation?: number;
  readonly square?: number;
}

/** The GPU's results: the range with the center, the histogram, and partial sums. */
function results(
  write: (view: DataView) => void,
  center: number,
  partials: readonly PartialResult[],
): Uint8Array<ArrayBuffer> {
  const start = RANGE_BYTES + BINS * 4;
  const view = new DataView(new ArrayBuffer(start + partials.length * PARTIAL_BYTES));
  write(view);
  view.setFloat32(8, center, true);
  view.setUint32(RANGE_BYTES + 8, 7, true);
  for (const [index, each] of partials.entries()) {
    const at = start + index * PARTIAL_BYTES;
    view.setUint32(at + 12, each.count, true);
    view.setUint32(at + 16, each.nan ?? 0, true);
    view.setUint32(at + 20, each.infinite ?? 0, true);
    view.setFloat32(at + 24, each.deviation ?? 0, true);
    view.setFloat32(at + 28, each.square ?? 0, true);
  }
  return new Uint8Array(view.buffer);
}

describe('statistics', () => {
  it('combine partial results, and move the center to the mean', () => {
    const bytes = results(
      (view) => {
        view.setFloat32(0, -1, true);
        view.setFloat32(4, 9, true);
      },
      4,
      [
        { count: 3, nan: 1, deviation: 1, square: 6 },
        { count: 1, infinite: 2, deviation: 1, square: 2 },
      ],
    );
    expect(statisticsOf('a', FLOATS, bytes)).toMatchObject({
      name: 'a',
      count: 7,
      minimum: -1,
      maximum: 9,
      mean: 4.5,
      // The mean of the squares minus the square of the shift.
      standardDeviation: Math.sqrt(2 - 0.25),
      nan: 1,
      infinite: 2,
    });
    expect(statisticsOf('a', FLOATS, bytes).histogram[2]).toBe(7);
  });

  it('keep the range of integers exact', () => {
    const bytes = results(
      (view) => {
        view.setInt32(0, -2_147_483_647, true);
        view.setInt32(4, 2_147_483_645, true);
      },
      0,
      [{ count: 2 }],
    );
    expect(statisticsOf('a', { kind: 'buffer', scalar: 'i32' }, bytes)).toMatchObject({
      minimum: -2_147_483_647,
      maximum: 2_147_483_645,
    });
  });

  it('have no range if there are no numbers', () => {
    const bytes = results(() => {}, 0, [{ count: 0, nan: 5 }]);
    expect(statisticsOf('a', FLOATS, bytes)).toMatchObject({
      count: 5,
      minimum: NaN,
      maximum: NaN,
      mean: NaN,
      standardDeviation: NaN,
      nan: 5,
    });
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
  expect(
    reductions.map(({ name, request: { size, offsets } }) => [name, size[0], offsets]),
  ).toEqual([
    ['a', 3, [0]],
    ['b.x', 3, [4]],
    ['b.y', 3, [8]],
    ['m', 3, [12, 16, 20, 24]],
  ]);
});

type ColumnPart = Pick<Column, 'name' | 'offset' | 'components' | 'shape'> & {
  readonly scalar?: Column['scalar'];
};
