import { expect, it } from 'vitest';
import { downsample } from '#core/data/downsample.ts';
import { chartPaths } from './Chart.tsx';

const { NaN: none } = Number;

function paths(kind: 'line' | 'bars', ...values: number[]) {
  return chartPaths(downsample(Float64Array.from(values), 100), kind);
}

it('draws a line through all values', () => {
  const values = 'M0.5 100L0.5 100L1.5 0L1.5 0L2.5 50L2.5 50';
  const range = { zero: 100, least: 0, most: 10 };
  expect(paths('line', 0, 10, 5)).toEqual({ values, nonFinite: '', ...range });
});

it('breaks the line where no value is finite, and marks that position', () => {
  const values = 'M0.5 100L0.5 100M2.5 0L2.5 0';
  const drawn = { values, nonFinite: 'M1 0h1v4h-1z', zero: null };
  expect(paths('line', 1, none, 3)).toMatchObject(drawn);
});

it('draws bars from 0', () => {
  const values = 'M0 0h1V80h-1zM1 80h1V100h-1z';
  expect(paths('bars', 4, -1)).toMatchObject({ values, zero: 80, least: -1, most: 4 });
});

it('keeps peaks of many values', () => {
  const values = new Float64Array(1_000_000);
  values[777_777] = 5;
  expect(chartPaths(downsample(values, 800), 'line')?.most).toBe(5);
});

it('draws equal values in the middle, and nothing without finite values', () => {
  expect(paths('line', 2, 2)).toMatchObject({ values: 'M0.5 50L0.5 50L1.5 50L1.5 50' });
  expect(paths('line', none, Number.POSITIVE_INFINITY)).toBeNull();
  expect(paths('line')).toBeNull();
});
