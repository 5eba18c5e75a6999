import { expect, it } from 'vitest';
import { leftShowing, visibleColumns } from './DataGrid.tsx';

const WIDTHS = [100, 50, 200, 50];

it.each([
  [0, 120, { first: 0, end: 2, before: 0 }],
  [100, 50, { first: 1, end: 2, before: 100 }],
  [149, 2, { first: 1, end: 3, before: 100 }],
  [390, 500, { first: 3, end: 4, before: 350 }],
  [0, 0, { first: 0, end: 0, before: 0 }],
])('finds the columns at offset %d in a width of %d', (left, width, expected) => {
  expect(visibleColumns(WIDTHS, left, width)).toEqual(expected);
});

it('is empty without columns', () => {
  expect(visibleColumns([], 0, 100)).toEqual({ first: 0, end: 0, before: 0 });
});

it.each([
  [1, 0, 160, 0],
  [2, 0, 160, 150],
  [2, 0, 300, 50],
  [0, 120, 160, 0],
])(
  'reveals column %d from offset %d in a width of %d by scrolling to %d',
  (column, left, width, expected) => {
    expect(leftShowing(WIDTHS, column, left, width)).toBe(expected);
  },
);
