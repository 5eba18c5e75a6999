import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimeLimit } from './timeLimit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a time limit', () => {
  it('ends once, after its time', () => {
    const onOver = vi.fn();
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(999);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('never ends after it is disposed', () => {
    const onOver = vi.fn();
    const dispose = startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(700);
    dispose();
    vi.advanceTimersByTime(5000);
    expect(onOver).not.toHaveBeenCalled();
  });

  it('is not ended by a sleep, after which the pending timer fires immediately', () => {
    const onOver = vi.fn();
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(100);
    // However long the sleep, the page sees only one timer fire.
    vi.advanceTimersToNextTimer();
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(849);
    expect(onOver).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onOver).toHaveBeenCalledTimes(1);
  });

  it('reports the elapsed time, which is longer on a busy machine', () => {
    const onOver = vi.fn();
    const start = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => start + (Date.now() - start) * 2);
    startTimeLimit(1000, onOver);
    vi.advanceTimersByTime(1000);
    expect(onOver).toHaveBeenCalledWith(2000);
    vi.restoreAllMocks();
  });
});
