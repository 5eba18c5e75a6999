import { describe, expect, it } from 'vitest';
import { bytesOf, columnOf, layoutOf } from '../../../tests/support/columns.ts';
import { type FindTest, findInBytes } from './search.ts';

const PAIRS = layoutOf(
  16,
  columnOf('float32', { name: 'position', shape: [1, 2], components: [0, 4] }),
  columnOf('float32', { name: 'mass', offset: 8 }),
);

describe('finding a value', () => {
  const values = [1, 2, 0.1, 0, 3, Number.NaN, 5, 0, 0.1, 7, 8, 0];
  const bytes = bytesOf(new Float32Array(values));

  it.each<[string, FindTest, number, number, number | null]>([
    ['mass', 'equal', 0.1, 0, 0],
    ['mass', 'equal', 0.1, 1, null],
    ['position', 'equal', 0.1, 0, 2],
    ['position.y', 'equal', 0.1, 0, null],
    ['position.y', 'equal', 7, 0, 2],
    ['mass', 'greater', 5, 0, 2],
    ['mass', 'greater', 8, 0, null],
    ['position', 'nan', 0, 0, 1],
    ['position', 'equal', Number.NaN, 0, 1],
    ['mass', 'nan', 0, 0, null],
    ['mass', 'equal', 5, -3, 1],
    ['nothing', 'equal', 1, 0, null],
  ])('finds %s %s %d from element %d at %s', (column, test, value, from, index) => {
    expect(findInBytes(bytes, PAIRS, column, test, value, from)).toBe(index);
  });

  it('finds halves and 64-bit integers', () => {
    const halves = bytesOf(new Uint16Array([0, 0x2e66]));
    const half = layoutOf(2, columnOf('float16'));
    expect(findInBytes(halves, half, 'value', 'equal', 0.1, 0)).toBe(1);
    const longs = bytesOf(new BigInt64Array([-5n, 6n]));
    const long = layoutOf(8, columnOf('int64'));
    expect(findInBytes(longs, long, 'value', 'greater', 0, 0)).toBe(1);
  });
});
