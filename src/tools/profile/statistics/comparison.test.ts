import { expect, it } from 'vitest';
import { compare } from './comparison.ts';

/** `count` values around `center`, spaced evenly from `-spread` to `spread`. */
function around(center: number, spread: number, count = 300): Float64Array {
  return Float64Array.from(
    { length: count },
    (_, index) => center + spread * ((2 * index) / (count - 1) - 1),
  );
}

it('gives how much faster or slower the median is', () => {
  expect(compare(around(100, 5), around(88, 5), 0)).toEqual({ kind: 'faster', percent: 12 });
  expect(compare(around(100, 5), around(250, 5), 0)).toEqual({ kind: 'slower', percent: 150 });
});

it('finds no difference if the values vary more than they differ', () => {
  expect(compare(around(100, 60), around(96, 60), 0)).toEqual({ kind: 'same' });
  expect(compare(around(100, 2), around(96, 2), 0)).toEqual({ kind: 'faster', percent: 4 });
});

it('finds no difference below the clock’s resolution', () => {
  const [before, now] = [around(640, 0, 60), around(704, 0, 60)];
  expect(compare(before, now, 640)).toEqual({ kind: 'same' });
  expect(compare(before, now, 1)).toEqual({ kind: 'slower', percent: 10 });
});

it('ignores a difference of less than one percent', () => {
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
