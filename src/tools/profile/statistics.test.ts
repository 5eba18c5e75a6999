import { expect, it } from 'vitest';
import { compare, createSeries, medianOf, percentileOf, spreadOf } from './statistics.ts';

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

/** `count` values around `center`, spaced evenly from `-spread` to `spread`. */
function around(center: number, spread: number, count = 300): Float64Array {
  const value = (index: number) => center + spread * ((2 * index) / (count - 1) - 1);
  return Float64Array.from({ length: count }, (_, index) => value(index));
}

it('gives how much faster or slower the median is', () => {
  expect(compare(around(100, 5), around(88, 5), 0)).toEqual({ kind: 'faster', percent: 12 });
  expect(compare(around(100, 5), around(250, 5), 0)).toEqual({ kind: 'slower', percent: 150 });
});

it('finds no difference if the values vary more than they differ', () => {
  expect(compare(around(100, 60), around(96, 60), 0)).toEqual({ kind: 'same' });
  expect(compare(around(100, 2), around(96, 2), 0)).toEqual({ kind: 'faster', percent: 4 });
});

it('finds no difference below the clock’s resolution or one percent', () => {
  const [before, now] = [around(640, 0, 60), around(704, 0, 60)];
  expect(compare(before, now, 640)).toEqual({ kind: 'same' });
  expect(compare(before, now, 1)).toEqual({ kind: 'slower', percent: 10 });
  expect(compare(around(1000, 0.1), around(1005, 0.1), 0)).toEqual({ kind: 'same' });
});

it('waits for enough frames', () => {
  expect(compare(around(100, 1), around(10, 1, 29), 0)).toEqual({ kind: 'unknown' });
  expect(compare(around(100, 1, 29), around(10, 1), 0)).toEqual({ kind: 'unknown' });
});

it('is robust against a few slow frames', () => {
  const hiccups = around(100, 5)
    .map((value, index) => (index % 20 === 0 ? 9000 : value))
    .sort();
  expect(compare(around(100, 5), hiccups, 0)).toEqual({ kind: 'same' });
});

const sorted = (...values: number[]) => Float64Array.from(values).sort();

it('gives the median and the 95th percentile, or no figures without values', () => {
  const values = sorted(...Array.from({ length: 100 }, (_, index) => index + 1));
  expect(medianOf(values, 0)).toBe(50);
  expect(percentileOf(values, 0.95)).toBe(95);
  expect(percentileOf(sorted(9), 0.95)).toBe(9);
  const figures = [medianOf(sorted(), 0), medianOf(sorted(), 64), percentileOf(sorted(), 0.95)];
  expect(figures).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

it.each<[string, readonly number[], number, number]>([
  ['is the value itself if all are equal', [128, 128, 128], 64, 128],
  ['lies between two values that are equally frequent', [64, 64, 128, 128], 64, 96],
  [
    'is closer to the more frequent value',
    [...Array(30).fill(0), ...Array(70).fill(100)],
    100,
    50 + 200 / 7,
  ],
  ['is less than one step if most values were rounded to zero', [0, 0, 0, 6000], 6000, 1000],
  ['is zero if all values were rounded to zero', [0, 0, 0], 6000, 0],
])('the median of rounded values %s', (_, values, step, median) => {
  expect(medianOf(sorted(...values), step)).toBeCloseTo(median, 9);
});

it('the spread ignores outliers, and is not less than the rounding step', () => {
  expect(spreadOf(sorted(8, 9, 10, 11, 12, 5000), 0)).toBeCloseTo(1.4826);
  expect(spreadOf(sorted(64, 64, 64), 64)).toBeCloseTo(64 / Math.sqrt(12));
});
