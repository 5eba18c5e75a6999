import { describe, expect, it } from 'vitest';
import { bytesOf, columnOf, layoutOf } from '../../../tests/support/columns.ts';
import { changedCells, type FindTest, findInBytes } from './search.ts';

const PAIRS = layoutOf(
  16,
  columnOf('float32', { name: 'position', shape: [1, 2], components: [0, 4] }),
  columnOf('float32', { name: 'mass', offset: 8 }),
);

describe('changed cells', () => {
  it('are those with other bytes, without padding', () => {
    const before = new Float32Array([1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0]);
    const after = new Float32Array([1, 2, 3, 99, 4, -5, 6, 0, 7, 8, 9.5, 0]);
    expect([...changedCells(bytesOf(before), bytesOf(after), PAIRS)]).toEqual([0, 0, 1, 0, 0, 1]);
  });

  it('differ if 0 becomes -0, but not if NaN stays', () => {
    const layout = layoutOf(4, columnOf('float32'));
    const before = bytesOf(new Float32Array([0, Number.NaN]));
    expect([...changedCells(before, bytesOf(new Float32Array([-0, Number.NaN])), layout)]).toEqual([
      1, 0,
    ]);
  });

  it('are none where there is nothing to compare with', () => {
    const layout = layoutOf(4, columnOf('float32'));
    const after = bytesOf(new Float32Array([1, 2]));
    expect([...changedCells(new Uint8Array(4), after, layout)]).toEqual([1, 0]);
  });
});

describe('finding', () => {
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
  ])('%s %s %d from %d is at %s', (column, test, value, from, index) => {
    expect(findInBytes(bytes, PAIRS, column, test, value, from)).toBe(index);
  });

  it('knows halves and 64-bit integers', () => {
    const halves = layoutOf(2, columnOf('float16'));
    expect(
      findInBytes(bytesOf(new Uint16Array([0, 0x2e66])), halves, 'value', 'equal', 0.1, 0),
    ).toBe(1);
    const longs = layoutOf(8, columnOf('int64'));
    const stored = bytesOf(new BigInt64Array([-5n, 6n]));
    expect(findInBytes(stored, longs, 'value', 'greater', 0, 0)).toBe(1);
  });
});
