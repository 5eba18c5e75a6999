import { describe, expect, it } from 'vitest';
import { createFrameTimes } from './recording.ts';

describe('the times of frames', () => {
  it('are the recorded ones', () => {
    const times = createFrameTimes();
    for (const [frame, seconds] of [0, 0.02, 0.05].entries()) times.record(frame, seconds);
    expect([0, 1, 2].map(times.secondsOf)).toEqual([0, 0.02, 0.05]);
    expect(times.length).toBe(3);
  });

  it('continue in even steps after the newest frame', () => {
    const times = createFrameTimes();
    times.record(0, 0);
    times.record(1, 0.5);
    expect(times.secondsOf(31)).toBeCloseTo(1, 12);
  });

  it('are exactly n / 60 after a fixed step and without records', () => {
    const times = createFrameTimes();
    const all = Array.from({ length: 1000 }, (_, frame) => frame);
    expect(all.map(times.secondsOf)).toEqual(all.map((frame) => frame / 60));
    for (let frame = 0; frame < 10; frame += 1) times.record(frame, frame / 60);
    expect(all.map(times.secondsOf)).toEqual(all.map((frame) => frame / 60));
  });

  it('are interpolated evenly over skipped frames', () => {
    const times = createFrameTimes();
    times.record(0, 0);
    times.record(1, 1);
    times.record(5, 3);
    expect([2, 3, 4, 5].map(times.secondsOf)).toEqual([1.5, 2, 2.5, 3]);
  });

  it('drop everything after a frame that is recorded again', () => {
    const times = createFrameTimes();
    for (let frame = 0; frame < 5; frame += 1) times.record(frame, frame);
    times.record(2, 7);
    expect(times.length).toBe(3);
    expect(times.secondsOf(2)).toBe(7);
    times.truncate(1);
    expect(times.length).toBe(1);
  });

  it('can be spread evenly up to a frame, and exactly with a fixed step', () => {
    const times = createFrameTimes();
    times.spread(4, 2);
    expect([0, 1, 2, 3, 4].map(times.secondsOf)).toEqual([0, 0.5, 1, 1.5, 2]);
    times.spread(97, 97 / 60);
    expect([1, 49, 97].map(times.secondsOf)).toEqual([1 / 60, 49 / 60, 97 / 60]);
  });

  it('are not kept for very long runs', () => {
    const times = createFrameTimes();
    times.record(2 ** 31 - 1, 5);
    expect(times.length).toBe(0);
  });
});
