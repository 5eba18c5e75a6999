import { describe, expect, it } from 'vitest';
import { createClock } from './playback.ts';

describe('the clock of a run', () => {
  it('starts at 0 and counts seconds', () => {
    const clock = createClock(5000);
    expect(clock.seconds(5000)).toBe(0);
    expect(clock.seconds(6500)).toBe(1.5);
  });

  it('stops while paused', () => {
    const clock = createClock(0);
    clock.pause(1000);
    expect(clock.seconds(9000)).toBe(1);
    clock.resume(9000);
    expect(clock.seconds(9500)).toBe(1.5);
  });

  it('moves by a sixtieth of a second per step, but not below 0', () => {
    const clock = createClock(0);
    clock.pause(1000);
    clock.step(2, 3000);
    expect(clock.seconds(4000)).toBeCloseTo(1 + 2 / 60);
    clock.step(-1000, 5000);
    expect(clock.seconds(6000)).toBe(0);
  });

  it('restarts on a reset, playing or paused', () => {
    const clock = createClock(0);
    clock.set(0, 2000);
    expect(clock.seconds(2500)).toBe(0.5);
    clock.pause(3000);
    clock.set(0, 4000);
    expect(clock.seconds(5000)).toBe(0);
  });

  it('is never negative for a frame that began before it', () => {
    expect(createClock(100).seconds(90)).toBe(0);
  });
});
