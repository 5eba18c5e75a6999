import { expect, it } from 'vitest';
import { deviation, fastestSize, median, smallestStep } from './decision.ts';

const timed = (size: string, times: readonly number[], resolution = 0) => ({
  ...{ size, times, resolution },
});

/** Times that vary by this percentage around `time`. */
const around = (time: number, percent: number) =>
  [0, 1, -1, 0.5, -0.5, 0, 1, -1].map((part) => time * (1 + (part * percent) / 100));

it('the best group size is the fastest one that is faster beyond noise', () => {
  const present = timed('present', around(1000, 1));
  const times = Object.entries({ slower: 1200, fast: 800, fastest: 500 });
  const others = times.map(([size, time]) => timed(size, around(time, 1)));
  const found = fastestSize(present, others);
  expect(found?.size).toBe('fastest');
  expect(found?.gain).toBeCloseTo(0.5, 2);
});

it('the best group size is the current one if the others differ only by noise', () => {
  const present = timed('present', [1000, 1400, 900, 1300, 1000, 1200]);
  const other = timed('other', [1300, 900, 1000, 900, 1350, 1000]);
  expect(fastestSize(present, [other])).toBeNull();
});

it('the best group size is found even if rounds differ by more than sizes', () => {
  const rounds = [1000, 3000, 1500, 8000, 2000, 1000];
  const other = rounds.map((time) => time - 200);
  expect(fastestSize(timed('present', rounds), [timed('other', other)])?.size).toBe('other');
});

it.each([
  ['the gain of others is not worth an edit', 0, 990, 960],
  ['the clock cannot tell them apart', 100, 900, 700],
])('the best group size is the current one if %s', (_, resolution, near, far) => {
  const always = (size: string, time: number) => timed(size, Array(4).fill(time), resolution);
  const present = always('present', 1000);
  expect(fastestSize(present, [always('other', near)])).toBeNull();
  expect(fastestSize(present, [always('other', far)])?.size).toBe('other');
});

it('the best group size is the current one if the noise is unknown', () => {
  expect(fastestSize(timed('present', [1000, 1000]), [timed('other', [1, 1])])).toBeNull();
  expect(fastestSize(timed('present', []), [])).toBeNull();
});

it('statistics of times match their definitions', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(deviation([1, 2, 4, 10])).toBe(1.5);
  expect(smallestStep([300, 100, 100, 250])).toBe(50);
  expect(smallestStep([100, 100])).toBe(0);
});
