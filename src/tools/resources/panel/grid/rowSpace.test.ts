import { expect, it } from 'vitest';
import {
  contentHeight,
  isScaled,
  lastPosition,
  positionAt,
  positionShowing,
  scrollTopAt,
  visibleRows,
} from './DataGrid.tsx';

const SMALL = { count: 100, rowHeight: 20, viewHeight: 250 };
const LARGE = { count: 250_000_000, rowHeight: 20, viewHeight: 400 };

it('rows that fit into a scroll area move with the scroll bar, partially visible at both edges', () => {
  expect(contentHeight(SMALL)).toBe(2000);
  expect(isScaled(SMALL)).toBe(false);
  expect(positionAt(SMALL, 30)).toBeCloseTo(1.5);
  expect(scrollTopAt(SMALL, 1.5)).toBeCloseTo(30);
  expect(visibleRows(SMALL, 1.5)).toEqual({ first: 1, count: 13 });
  expect(visibleRows(SMALL, lastPosition(SMALL))).toEqual({ first: 87, count: 13 });
});

it('more rows than a browser can scroll can be scrolled to the last, and keep their position', () => {
  expect(contentHeight(LARGE)).toBeLessThan(17_000_000);
  expect(isScaled(LARGE)).toBe(true);
  expect(positionAt(LARGE, 0)).toBe(0);
  const end = positionAt(LARGE, contentHeight(LARGE) - LARGE.viewHeight);
  expect(visibleRows(LARGE, end)).toEqual({ first: LARGE.count - 20, count: 20 });
  expect(positionAt(LARGE, scrollTopAt(LARGE, 123_456_789))).toBeCloseTo(123_456_789, 2);
});

it('a few rows do not scroll', () => {
  const few = { ...SMALL, count: 3 };
  expect([lastPosition(few), positionAt(few, 0), scrollTopAt(few, 0)]).toEqual([0, 0, 0]);
  expect(visibleRows(few, 0)).toEqual({ first: 0, count: 3 });
  expect(visibleRows({ ...few, count: 0 }, 0)).toEqual({ first: 0, count: 0 });
});

it.each([
  [10, 5, 5],
  [10, 10, 10],
  [10, 15, 10],
  [10, 22, 10.5],
  [10, 99, 87.5],
  [10, 0, 0],
])('scrolls from %d by the minimum that shows all of row %d', (position, row, expected) => {
  expect(positionShowing(SMALL, position, row)).toBe(expected);
});
