import { expect, it } from 'vitest';
import { nextIndex } from './nextIndex.ts';

it.each([
  ['ArrowDown', 3, 4, 4],
  ['ArrowUp', 3, 2, 2],
  ['ArrowDown', 11, 0, 11],
  ['ArrowUp', 0, 11, 0],
  ['Home', 5, 0, 0],
  ['End', 5, 11, 11],
  ['ArrowRight', 5, null, null],
] as const)(
  '%s at item %i of 12 leads to %s in a menu and to %s in a list',
  (key, at, menu, list) => {
    expect(nextIndex(key, at, 12, 'wrap')).toBe(menu);
    expect(nextIndex(key, at, 12, 'stop')).toBe(list);
  },
);

it.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 11, 0],
  ['ArrowLeft', 0, 11],
  ['Home', 5, 0],
  ['End', 5, 11],
  ['ArrowDown', 5, null],
  ['Tab', 5, null],
] as const)('%s at button %i of 12 leads to %s in a toolbar', (key, at, to) => {
  expect(nextIndex(key, at, 12, 'wrap', 'right')).toBe(to);
});

it('enters a list without a selection at its start', () => {
  expect(nextIndex('ArrowDown', -1, 12, 'stop')).toBe(0);
});
