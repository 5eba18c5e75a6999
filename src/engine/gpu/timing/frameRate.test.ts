import { describe, expect, it } from 'vitest';
import { createFrameRate } from '#engine/gpu/run.ts';

function rateOf(...times: number[]) {
  const rate = createFrameRate();
  for (const time of times) rate.tick(time);
  return rate;
}

describe('the frame rate', () => {
  it('is the mean of the intervals, and unknown until there are two frames', () => {
    expect(rateOf(100)).toMatchObject({ frameTime: 0, framesPerSecond: 0 });
    expect(rateOf(0, 20, 60)).toMatchObject({ frameTime: 30, framesPerSecond: 1000 / 30 });
    const rate = rateOf(0, 1000);
    rate.reset();
    rate.tick(9000);
    expect(rate.frameTime).toBe(0);
  });

  it('shows at most 60 frames per second, and averages only the last 20 frames', () => {
    expect(rateOf(0, 5, 10).framesPerSecond).toBe(60);
    const quick = Array.from({ length: 20 }, (_, index) => 1000 + (index + 1) * 25);
    expect(rateOf(0, 1000, ...quick).frameTime).toBe(25);
  });
});
