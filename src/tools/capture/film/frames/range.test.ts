import { describe, expect, it } from 'vitest';
import {
  durationOf,
  FILM_RATES,
  filmedSeconds,
  rangeOfFrames,
  rangeOfSeconds,
  runFrame,
} from './range.ts';

describe('the frames of a film', () => {
  it('are all frames of the run at 60 per second, and every second frame at 30', () => {
    expect(rangeOfFrames(10, 33, 60)).toEqual({ first: 10, count: 24, rate: 60 });
    expect(rangeOfFrames(10, 33, 30)).toEqual({ first: 10, count: 12, rate: 30 });
    expect(rangeOfFrames(10, 34, 30).count).toBe(13);
    const shown = (rate: 24 | 30 | 60) =>
      [0, 1, 2, 3, 4].map((index) => runFrame(rangeOfFrames(10, 100, rate), index));
    expect(shown(60)).toEqual([10, 11, 12, 13, 14]);
    expect(shown(30)).toEqual([10, 12, 14, 16, 18]);
    expect(shown(24)).toEqual([10, 12, 15, 17, 20]);
  });

  it('never exceed the last frame', () => {
    for (const rate of FILM_RATES) {
      for (let last = 7; last < 140; last += 1) {
        const range = rangeOfFrames(7, last, rate);
        expect(runFrame(range, range.count - 1)).toBeLessThanOrEqual(last);
        expect(runFrame(range, range.count)).toBeGreaterThan(last);
      }
    }
  });

  it('are as many as a duration needs, at least one', () => {
    expect(rangeOfSeconds(1.5, 2, 24)).toEqual({ first: 90, count: 48, rate: 24 });
    expect(rangeOfSeconds(0, 0.001, 60).count).toBe(1);
    expect(durationOf(rangeOfSeconds(0, 2.5, 30))).toBe(2.5);
  });

  it('have evenly spaced times', () => {
    for (const rate of FILM_RATES) {
      const range = rangeOfFrames(30, 400, rate);
      for (let index = 0; index < range.count; index += 1) {
        expect(filmedSeconds(range, runFrame(range, index))).toBeCloseTo(0.5 + index / rate, 9);
      }
    }
  });
});
