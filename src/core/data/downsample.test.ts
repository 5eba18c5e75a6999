import { describe, expect, it } from 'vitest';
import { bytesOf, columnOf, layoutOf } from '../../../tests/support/columns.ts';
import { columnValues, downsample } from './downsample.ts';

describe('downsampling', () => {
  it('keeps the extremes of the values that share a place', () => {
    const { minimum, maximum } = downsample(new Float32Array([1, 9, 2, -7, 3, 4, 5]), 3);
    expect([minimum, maximum].map((values) => values.join(' '))).toEqual(['1 -7 3', '9 2 5']);
  });

  it('has one place per value if there are fewer values than places', () => {
    expect([...downsample(new Int32Array([3, 1]), 100).maximum]).toEqual([3, 1]);
    expect(downsample(new Int32Array(0), 100).maximum).toHaveLength(0);
  });

  it('marks values that are not finite and leaves them out', () => {
    const values = new Float64Array([1, Number.NaN, Number.POSITIVE_INFINITY, Number.NaN, 5, 6]);
    const { minimum, maximum, nonFinite } = downsample(values, 3);
    expect([...minimum, ...maximum]).toEqual([1, Number.NaN, 5, 1, Number.NaN, 6]);
    expect(nonFinite).toEqual(new Uint8Array([1, 1, 0]));
  });

  it('keeps a single peak among 4 million values', () => {
    const values = new Float32Array(4_000_000);
    values[2_345_678] = 1000;
    const { maximum } = downsample(values, 800);
    expect(maximum.indexOf(1000)).toBe(Math.floor((2_345_678 / 4_000_000) * 800));
  });
});

describe('reading the values of a column', () => {
  const floats = bytesOf(new Float32Array([1, 2, 3, 4]));
  const FLOAT = columnOf('float32');
  const SECOND = columnOf('float32', { offset: 4 });
  const HALF = columnOf('float16', { offset: 2 });
  const halves = bytesOf(new Uint16Array([0, 0x3c00, 0, 0x4000]));
  const unaligned = new Uint8Array([0, ...floats]).subarray(1);

  it.each([
    ['reads values side by side', layoutOf(4, FLOAT), floats, [1, 2, 3, 4]],
    ['reads a member of structs', layoutOf(8, SECOND), floats, [2, 4]],
    ['reads values that are not aligned', layoutOf(4, FLOAT), unaligned, [1, 2, 3, 4]],
    ['reads halves', layoutOf(4, HALF), halves, [1, 2]],
    ['reads longs', layoutOf(8, columnOf('uint64')), bytesOf(new BigUint64Array([7n])), [7]],
    ['reads whole elements only', layoutOf(12, FLOAT), floats, [1]],
  ])('%s', (_, layout, bytes, values) => {
    const [column] = layout.columns;
    expect(column && [...columnValues(bytes, layout, column)]).toEqual(values);
  });
});
