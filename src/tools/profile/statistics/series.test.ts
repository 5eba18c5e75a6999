import { expect, it } from 'vitest';
import { createSeries } from './series.ts';

it('keeps the newest values, oldest first', () => {
  const series = createSeries(3);
  for (const value of [5, 1, 4, 2]) series.push(value);
  expect([series.length, series.at(0), series.at(1), series.at(2)]).toEqual([3, 1, 4, 2]);
  expect(series.last).toBe(2);
  expect([...series.sorted()]).toEqual([1, 2, 4]);
  expect(series.sum()).toBe(7);
});

it('leaves frames without a value out of its figures, but remembers the last until it is cleared', () => {
  const series = createSeries(3);
  for (const value of [7, Number.NaN, 3, Number.NaN]) series.push(value);
  expect([[...series.sorted()], series.sum(), series.last]).toEqual([[3], 3, 3]);
  for (const value of [Number.NaN, Number.NaN]) series.push(value);
  expect([series.sorted().length, series.last]).toEqual([0, 3]);
  series.clear();
  expect([series.length, series.last]).toEqual([0, Number.NaN]);
});
