import { describe, expect, it } from 'vitest';
import { medianOf, percentileOf, spreadOf } from './comparison.ts';

const sorted = (...values: number[]) => Float64Array.from(values).sort();
const NOTHING = new Float64Array(0);

it('gives the median and the 95th percentile', () => {
  const values = sorted(...Array.from({ length: 100 }, (_, index) => index + 1));
  expect(medianOf(values, 0)).toBe(50);
  expect(percentileOf(values, 0.95)).toBe(95);
  expect(percentileOf(sorted(9), 0.95)).toBe(9);
});

it('has no figures without values', () => {
  expect([medianOf(NOTHING, 0), medianOf(NOTHING, 64), percentileOf(NOTHING, 0.95)]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
});

describe('the median of rounded values', () => {
  it('is the value itself if all are equal', () => {
    expect(medianOf(sorted(128, 128, 128), 64)).toBe(128);
  });

  it('lies between two values that are equally frequent', () => {
    expect(medianOf(sorted(64, 64, 128, 128), 64)).toBe(96);
  });

  it('is closer to the more frequent value', () => {
    const values = sorted(...Array(30).fill(0), ...Array(70).fill(100));
    expect(medianOf(values, 100)).toBeCloseTo(50 + (20 / 70) * 100);
  });

  it('is less than one step if most values were rounded to zero', () => {
    expect(medianOf(sorted(0, 0, 0, 6000), 6000)).toBe(1000);
    expect(medianOf(sorted(0, 0, 0), 6000)).toBe(0);
  });
});

describe('the spread', () => {
  it('covers most values and ignores outliers', () => {
    expect(spreadOf(sorted(8, 9, 10, 11, 12, 5000), 0)).toBeCloseTo(1.4826);
  });

  it('is not less than the rounding step', () => {
    expect(spreadOf(sorted(64, 64, 64), 64)).toBeCloseTo(64 / Math.sqrt(12));
  });
});
