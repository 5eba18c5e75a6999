import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AwakeTime, watchAwakeTime } from '#engine/gpu/runner.ts';

let page: EventTarget & { visibilityState: DocumentVisibilityState };
let awakeTime: AwakeTime;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  awakeTime = watchAwakeTime(page as unknown as Document);
});
afterEach(() => {
  awakeTime.dispose();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets time pass while the page does not run. */
function sleep(milliseconds: number): void {
  const now = performance.now() + milliseconds;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}

function show(visibilityState: DocumentVisibilityState): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

const HOUR = 3_600_000;

/** The awake time that passes while `during` runs. */
function passed(during: () => void): number {
  const before = awakeTime.now();
  during();
  return awakeTime.now() - before;
}

describe('the time in which a page is awake', () => {
  it('advances with the page’s time', () => {
    expect(passed(() => vi.advanceTimersByTime(30_000))).toBe(30_000);
  });

  it('stops while the page is hidden, even if its timers run', () => {
    const hidden = () => {
      vi.advanceTimersByTime(500);
      show('hidden');
      vi.advanceTimersByTime(HOUR);
      expect(awakeTime.now()).toBe(awakeTime.now(performance.now() - 1000));
      show('visible');
      vi.advanceTimersByTime(250);
    };
    expect(passed(hidden)).toBe(750);
  });

  it('excludes a sleep without an event, and one with a later event', () => {
    expect(passed(() => sleep(HOUR))).toBe(0);
    const announced = () => {
      sleep(HOUR);
      show('hidden');
      sleep(HOUR);
      show('visible');
    };
    expect(passed(announced)).toBe(0);
  });

  it('includes the time of a busy page', () => {
    expect(passed(() => sleep(29_000))).toBe(29_000);
  });

  it('never decreases for a moment before the sleep', () => {
    vi.advanceTimersByTime(5000);
    const before = awakeTime.now();
    const asleep = performance.now();
    sleep(HOUR);
    expect(awakeTime.now(asleep - 10)).toBe(before);
  });
});
