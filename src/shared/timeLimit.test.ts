import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimeLimit } from './timeLimit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a time limit', () => {
  it('is over when its time is, once', () => {
    const onOver = vi.fn();
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(999);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('is never over once it is disposed of', () => {
    const onOver = vi.fn();
    const dispose = startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(700);
    dispose();
    vi.advanceTimersByTime(5000);
    expect(onOver).not.toHaveBeenCalled();
  });

  it('is not over by a sleep, after which the timer that was due comes at once', () => {
    const onOver = vi.fn();
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(100);
    // Of a sleep, however long, the page sees that one timer.
    vi.advanceTimersToNextTimer();
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(849);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('tells what the clock has counted, which is more on a busy machine', () => {
    const onOver = vi.fn();
    const start = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => start + (Date.now() - start) * 2);
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(1000);
    expect(onOver).toHaveBeenCalledWith(2000);
    vi.restoreAllMocks();
  });
});
