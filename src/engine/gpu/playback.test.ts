import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Pace, REAL_TIME } from '#core/plan/runControls.ts';
import { createClock, createPlayback } from './playback.ts';
import { createFrameRate } from './run.ts';
import { type AwakeTime, watchAwakeTime } from './runner.ts';

function create(pace: Partial<Pace> = {}, turn = 100) {
  let now = 1000;
  const told: string[] = [];
  const playback = createPlayback(
    { ...REAL_TIME, ...pace },
    () => now,
    (state) => told.push(state),
  );
  /** Frames with their seconds. */
  const drawn: string[] = [];
  const draw = (turns: number, dispatched = true) => {
    for (let done = 0; done < turns; done += 1) {
      now += turn;
      for (let left = playback.framesPerTurn; left > 0; left -= 1) {
        if (playback.rests || !playback.isDue(now)) break;
        drawn.push(`${playback.frame}: ${Math.round(playback.seconds(now) * 1000) / 1000}`);
        playback.frameDrawn(dispatched, now);
      }
    }
    return drawn.splice(0);
  };
  return { playback, told, draw };
}

describe('showing a frame', () => {
  it('draws it once, at its time, and pauses', () => {
    const { playback, told, draw } = create();
    draw(2);
    playback.show(90, 1.5);
    expect(draw(3)).toEqual(['90: 1.5']);
    expect(told).toEqual(['paused']);
    playback.step(1);
    expect(draw(1)).toEqual(['91: 1.517']);
    playback.resume();
    expect(draw(1)).toEqual(['92: 1.617']);
  });

  it('replaces a pending frame', () => {
    const { playback, draw } = create();
    draw(2);
    playback.show(90, 1.5);
    playback.show(91, 1.6);
    expect(draw(3)).toEqual(['91: 1.6']);
  });
});

describe('the pace', () => {
  it('changes the speed of time from the moment of the change', () => {
    const { playback, draw } = create();
    expect(draw(2)).toEqual(['0: 0', '1: 0.1']);
    playback.setPace({ ...REAL_TIME, speed: 4 });
    expect(draw(1)).toEqual(['2: 0.5']);
    playback.setPace({ ...REAL_TIME, speed: 0.1 });
    expect(draw(1)).toEqual(['3: 0.51']);
  });

  it('limits the frame rate', () => {
    const { draw } = create({ maxRate: 30 }, 1000 / 60);
    expect(draw(6).map(Number.parseFloat)).toEqual([0, 1, 2]);
    expect(create({ maxRate: 60 }, 1000 / 60).draw(6)).toHaveLength(6);
  });

  it.each([75, 90, 144])('limits the frame rate on a display of %i Hz', (display) => {
    const frames = create({ maxRate: 60 }, 1000 / display).draw(10 * display).length;
    expect(Math.abs(frames - 600)).toBeLessThan(3);
  });

  it('in fixed steps gives each frame its time, however late it is', () => {
    const { playback, draw } = create({ fixedStep: true }, 250);
    expect(draw(3)).toEqual(['0: 0', '1: 0.017', '2: 0.033']);
    playback.step(-1);
    expect(draw(1)).toEqual(['1: 0.017']);
    playback.resume();
    expect(draw(1)).toEqual(['2: 0.033']);
  });

  it('in fixed steps draws as many frames as the speed requires', () => {
    const framesIn = (speed: number, turn = 1000 / 60) =>
      create({ fixedStep: true, speed }, turn).draw(60).length;
    expect(framesIn(1)).toBe(60);
    expect(framesIn(1, 1000 / 120)).toBe(30);
    expect(framesIn(0.5)).toBe(30);
    expect(framesIn(4)).toBe(237);
  });

  it('does not catch up on lost time', () => {
    const { playback, draw } = create({ fixedStep: true }, 250);
    draw(4);
    expect(playback.framesPerTurn).toBe(1);
    playback.pause();
    playback.resume();
    expect(draw(1)).toEqual(['4: 0.067']);
  });

  it('does not wait after a change to fixed steps if more frames than seconds have passed', () => {
    const { playback, draw } = create({ speed: 0.1 }, 1000 / 60);
    draw(60);
    playback.setPace({ ...REAL_TIME, fixedStep: true });
    expect(draw(2)).toEqual(['60: 1', '61: 1.017']);
  });

  it('continues from the displayed frame when fixed steps are switched on or off', () => {
    const { playback, draw } = create();
    draw(7);
    playback.setPace({ ...REAL_TIME, fixedStep: true });
    expect(draw(1)).toEqual(['7: 0.117']);
    playback.setPace(REAL_TIME);
    expect(draw(1)).toEqual(['8: 0.217']);
  });
});

describe('the clock of a run', () => {
  it('moves by a sixtieth of a second per step, but not below 0', () => {
    const clock = createClock(5000);
    expect([clock.seconds(5000), clock.seconds(6500), clock.seconds(4990)]).toEqual([0, 1.5, 0]);
    clock.pause(6000);
    clock.step(2, 8000);
    expect(clock.seconds(9000)).toBeCloseTo(1 + 2 / 60);
    clock.step(-1000, 10_000);
    expect(clock.seconds(11_000)).toBe(0);
  });

  it('restarts on a reset, playing or paused', () => {
    const clock = createClock(0);
    clock.set(0, 2000);
    expect(clock.seconds(2500)).toBe(0.5);
    clock.pause(3000);
    clock.set(0, 4000);
    expect(clock.seconds(5000)).toBe(0);
    clock.resume(6000);
    expect(clock.seconds(6500)).toBe(0.5);
  });
});

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
