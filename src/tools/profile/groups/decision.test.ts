import { describe, expect, it } from 'vitest';
import { deviation, fastestSize, median, smallestStep } from './decision.ts';

const timed = (size: string, times: readonly number[], resolution = 0) => ({
  size,
  times,
  resolution,
});

/** Times that vary by this percentage around `time`. */
const around = (time: number, percent: number) =>
  [0, 1, -1, 0.5, -0.5, 0, 1, -1].map((part) => time * (1 + (part * percent) / 100));

describe('the best group size', () => {
  it('is the fastest one that is faster beyond noise', () => {
    const present = timed('present', around(1000, 1));
    const others = [
      timed('slower', around(1200, 1)),
      timed('fast', around(800, 1)),
      timed('fastest', around(500, 1)),
    ];
    const found = fastestSize(present, others);
    expect(found?.size).toBe('fastest');
    expect(found?.gain).toBeCloseTo(0.5, 2);
  });

  it('is the current one if the others differ only by noise', () => {
    const present = timed('present', [1000, 1400, 900, 1300, 1000, 1200]);
    const other = timed('other', [1300, 900, 1000, 900, 1350, 1000]);
    expect(fastestSize(present, [other])).toBeNull();
  });

  it('is found even if rounds differ by more than sizes', () => {
    const rounds = [1, 3, 1.5, 8, 2, 1];
    const present = timed(
      'present',
      rounds.map((slow) => 1000 * slow),
    );
    const other = timed(
      'other',
      rounds.map((slow) => 1000 * slow - 200),
    );
    expect(fastestSize(present, [other])?.size).toBe('other');
  });

  it('is the current one if the gain of others is not worth an edit', () => {
    const present = timed('present', [1000, 1000, 1000, 1000]);
    expect(fastestSize(present, [timed('other', [990, 990, 990, 990])])).toBeNull();
    expect(fastestSize(present, [timed('other', [960, 960, 960, 960])])?.size).toBe('other');
  });

  it('is the current one if the clock cannot tell them apart', () => {
    const present = timed('present', [1000, 1000, 1000, 1000], 100);
    expect(fastestSize(present, [timed('other', [900, 900, 900, 900], 100)])).toBeNull();
    expect(fastestSize(present, [timed('other', [700, 700, 700, 700], 100)])?.size).toBe('other');
  });

  it('is the current one if the noise is unknown', () => {
    expect(fastestSize(timed('present', [1000, 1000]), [timed('other', [1, 1])])).toBeNull();
    expect(fastestSize(timed('present', []), [])).toBeNull();
  });
});

describe('statistics of times', () => {
  it('match their definitions', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
    expect(deviation([1, 2, 4, 10])).toBe(1.5);
    expect(smallestStep([300, 100, 100, 250])).toBe(50);
    expect(smallestStep([100, 100])).toBe(0);
  });
});
