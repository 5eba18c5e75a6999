import { expect, it } from 'vitest';
import { movedTo } from './Palette.tsx';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 19, 0],
  ['ArrowUp', 0, 19],
  ['ArrowUp', 5, 4],
  ['PageDown', 3, 11],
  ['PageDown', 15, 19],
  ['PageUp', 15, 7],
  ['PageUp', 3, 0],
  ['Home', 7, null],
  ['End', 7, null],
  ['a', 7, null],
])('%s moves from row %i of 20 to %s', (key, row, next) => {
  expect(movedTo(key, row, 20)).toBe(next);
});

it('moves nowhere in an empty list', () => {
  expect(movedTo('ArrowDown', 0, 0)).toBeNull();
});
