import { describe, expect, it } from 'vitest';
import {
  CHARTED_FRAMES,
  extremesOf,
  NO_HISTORY,
  type ValueSample,
  withSamples,
} from './valueHistory.ts';

const played = (frame: number, ...values: number[]): ValueSample => ({
  ...{ frame, seconds: frame / 60, isPlaying: true, values },
});
const shown = (frame: number, ...values: number[]): ValueSample => ({
  ...played(frame, ...values),
  isPlaying: false,
});
const framesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => played(first + index, first + index));

const framesOf = ({ samples }: ReturnType<typeof withSamples>) => samples.map(({ frame }) => frame);

describe('the history of a value', () => {
  it('keeps the last 600 frames', () => {
    const history = withSamples(NO_HISTORY, framesFrom(0, 1000));
    expect(history.samples).toHaveLength(CHARTED_FRAMES);
    expect([framesOf(history).at(0), framesOf(history).at(-1)]).toEqual([401, 1000]);
    expect(history.newest?.frame).toBe(1000);
  });

  it('replaces the sample of a frame that is drawn again', () => {
    const history = withSamples(withSamples(NO_HISTORY, framesFrom(1, 3)), [shown(2, 7)]);
    expect(history.samples.map(({ values }) => values)).toEqual([[1], [7], [3]]);
    expect(history.newest).toEqual(shown(2, 7));
  });

  it('keeps later frames while the user goes to an earlier one, and drops them when playback continues', () => {
    const before = withSamples(NO_HISTORY, framesFrom(0, 50));
    const there = withSamples(before, [shown(20, 20)]);
    expect(framesOf(there).at(-1)).toBe(50);
    expect(framesOf(withSamples(there, [played(21, 21)])).at(-1)).toBe(21);
  });

  it('starts again when the run starts again at frame 0', () => {
    const before = withSamples(NO_HISTORY, framesFrom(0, 50));
    expect(framesOf(withSamples(before, [played(0, 5), played(1, 6)]))).toEqual([0, 1]);
  });

  it('keeps a frame that is far before the others', () => {
    const before = withSamples(NO_HISTORY, framesFrom(2000, 2500));
    const history = withSamples(before, [shown(100, 1)]);
    expect(framesOf(history)).toEqual([100]);
    expect(framesOf(withSamples(before, [shown(1950, 1)])).slice(0, 2)).toEqual([1950, 2000]);
  });

  it('knows the smallest and the largest finite number of all lines', () => {
    const history = withSamples(NO_HISTORY, [
      played(0, 1, Number.NaN),
      played(1, Number.POSITIVE_INFINITY, -3),
    ]);
    expect(extremesOf(history)).toEqual([-3, 1]);
    expect(extremesOf(withSamples(NO_HISTORY, [played(0, Number.NaN)]))).toBeNull();
  });
});
