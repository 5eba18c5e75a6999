import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrameLoop, type FrameOutcome, startFrameLoop } from './playback.ts';
import { createRestraint, type Restraint } from './run.ts';
import type { ProcessorDemand } from './runContext.ts';

let turns: FrameRequestCallback[];
const nextFrame = () => turns.shift()?.(0);

beforeEach(() => {
  turns = [];
  vi.stubGlobal('requestAnimationFrame', (turn: FrameRequestCallback) => turns.push(turn));
  vi.stubGlobal('cancelAnimationFrame', () => {
    turns = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

function start(loop: Partial<FrameLoop> = {}) {
  const frame = vi.fn((): FrameOutcome => 'submitted');
  const stop = startFrameLoop({
    frame,
    workDone: () => Promise.resolve(),
    onDone: () => {},
    onFrameDone: () => {},
    onLateFrameDone: () => {},
    onOverdue: () => {},
    now: () => performance.now(),
    framesPerTurn: () => 1,
    ...loop,
  });
  return { frame, stop };
}

/** Ends of frames, in order, which the test calls. */
function holdWork() {
  const ends: (() => void)[] = [];
  const workDone = () => new Promise((resolve) => ends.push(() => resolve(null)));
  const finish = async () => {
    ends.shift()?.();
    await Promise.resolve();
  };
  return { workDone, finish };
}

describe('the frame loop', () => {
  it('starts no frame while two are in flight', async () => {
    const { workDone, finish } = holdWork();
    const { frame } = start({ workDone });
    for (let turn = 0; turn < 3; turn += 1) nextFrame();
    expect(frame).toHaveBeenCalledTimes(2);
    await finish();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(3);
  });

  it('continues after a frame whose work was lost, which does not count as done', async () => {
    const onDone = vi.fn();
    const { frame } = start({
      onDone,
      onFrameDone: onDone,
      workDone: () => Promise.reject(new Error('lost')),
    });
    for (let turn = 0; turn < 5; turn += 1) {
      nextFrame();
      await Promise.resolve();
    }
    expect(frame).toHaveBeenCalledTimes(5);
    expect(onDone).not.toHaveBeenCalled();
  });

  it('reports each frame once that has kept the GPU busy for two seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    const { workDone, finish } = holdWork();
    const onOverdue = vi.fn();
    const { stop } = start({ onOverdue, workDone });
    const overdueAfter = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return onOverdue.mock.calls.length;
    };
    expect(overdueAfter(10_000)).toBe(0);
    nextFrame();
    nextFrame();
    expect(overdueAfter(1500)).toBe(0);
    expect(overdueAfter(10_000)).toBe(1);
    await finish();
    // The second frame had to wait for the first.
    expect(overdueAfter(1500)).toBe(1);
    expect(overdueAfter(500)).toBe(2);
    stop();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('reports how long each frame kept the GPU busy, without the wait for others', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { workDone, finish } = holdWork();
    const done: string[] = [];
    start({ workDone, onFrameDone: (...frame) => done.push(frame.join(': ')) });
    nextFrame();
    now = 1010;
    nextFrame();
    now = 1100;
    await finish();
    now = 1130;
    await finish();
    expect(done).toEqual(['0: 100', '1: 30']);
    vi.restoreAllMocks();
  });

  it('adds up the GPU time of the parts of a frame, without the waits between them', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const spans: number[] = [];
    const done: string[] = [];
    const outcomes: FrameOutcome[] = ['piece', 'waiting', 'piece', 'submitted', 'submitted'];
    const { workDone, finish } = holdWork();
    start({
      frame: () => outcomes.shift() ?? 'waiting',
      workDone,
      onDone: (milliseconds) => spans.push(milliseconds),
      onFrameDone: (...frame) => done.push(frame.join(': ')),
    });
    for (const milliseconds of [10, 500, 20, 30, 5]) {
      nextFrame();
      now += milliseconds;
      await finish();
    }
    expect(spans).toEqual([10, 20, 30, 5]);
    expect(done).toEqual(['0: 60', '1: 5']);
    vi.restoreAllMocks();
  });

  it('reports frames that the GPU completes after the loop has stopped', async () => {
    const [done, late] = [vi.fn(), vi.fn()];
    const { stop } = start({ onFrameDone: done, onLateFrameDone: late });
    nextFrame();
    stop();
    await Promise.resolve();
    expect([done.mock.calls, late.mock.calls]).toEqual([[], [[]]]);
  });

  it('ends by itself, and when it is stopped', () => {
    start({ frame: () => 'finished' });
    nextFrame();
    expect(turns).toHaveLength(0);
    const frame = vi.fn((): FrameOutcome => 'waiting');
    const { stop } = start({ frame });
    nextFrame();
    stop();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(1);
  });
});

let demand: ProcessorDemand;

function restraintOf(isFallbackAdapter: boolean) {
  const device = { adapterInfo: { isFallbackAdapter } } as unknown as GPUDevice;
  return createRestraint({ device, demand: () => demand });
}

const holdsBack = (restraint: Restraint, isWithinFrame = false) =>
  restraint.holdsBack(performance.now(), isWithinFrame);

/** A frame in one command buffer. */
function drawFrame(restraint: Restraint, milliseconds: number): void {
  restraint.submitted();
  vi.advanceTimersByTime(milliseconds);
  restraint.done(milliseconds);
  restraint.frameTook(milliseconds);
}

function expectPause(restraint: Restraint, milliseconds: number, isWithinFrame = false): void {
  vi.advanceTimersByTime(milliseconds - 1);
  expect(holdsBack(restraint, isWithinFrame)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(holdsBack(restraint, isWithinFrame)).toBe(false);
}

beforeEach(() => {
  demand = 'none';
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

describe('on a software renderer', () => {
  let restraint: Restraint;
  beforeEach(() => {
    restraint = restraintOf(true);
  });

  it('frames are not delayed while nobody else needs the processors', () => {
    drawFrame(restraint, 20);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('the first frame, whose duration is unknown, is alone', () => {
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
  });

  it('a frame waits for the previous one and for three times its duration while others need a share', () => {
    demand = 'shared';
    expect(holdsBack(restraint)).toBe(false);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
    restraint.done(20);
    expectPause(restraint, 60);
  });

  it('a pause lasts at most two seconds', () => {
    demand = 'shared';
    drawFrame(restraint, 5000);
    expectPause(restraint, 2000);
  });

  it('a pause begins and ends with the demand of others', () => {
    drawFrame(restraint, 20);
    demand = 'shared';
    vi.advanceTimersByTime(30);
    expect(holdsBack(restraint)).toBe(true);
    demand = 'none';
    expect(holdsBack(restraint)).toBe(false);
  });

  it('no frame or part of one starts for three seconds while the user waits for the compiler', () => {
    demand = 'urgent';
    drawFrame(restraint, 20);
    vi.advanceTimersByTime(1000);
    expect([holdsBack(restraint), holdsBack(restraint, true)]).toEqual([true, true]);
    vi.advanceTimersByTime(3000);
    expect(holdsBack(restraint)).toBe(false);
    demand = 'none';
    expect(holdsBack(restraint)).toBe(false);
    demand = 'urgent';
    expect(holdsBack(restraint)).toBe(true);
  });

  it('the first frame of a new version is not delayed', () => {
    demand = 'shared';
    drawFrame(restraint, 20);
    restraint.versionChanged();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('a hold delays frames until it is released, or for a quarter of a second', () => {
    const release = restraint.hold();
    expect(holdsBack(restraint)).toBe(true);
    release();
    expect(holdsBack(restraint)).toBe(false);
    restraint.hold();
    vi.advanceTimersByTime(250);
    expect(holdsBack(restraint)).toBe(false);
  });
});

describe('on a graphics processor', () => {
  it('fast frames are not delayed', () => {
    const restraint = restraintOf(false);
    drawFrame(restraint, 20);
    restraint.submitted();
    restraint.hold();
    for (demand of ['none', 'shared', 'urgent'] as const) expect(holdsBack(restraint)).toBe(false);
  });

  it('frames over 30 ms yield', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 31);
    expect(holdsBack(restraint)).toBe(true);
  });
});

describe('frames over a quarter of a second', () => {
  it('run one at a time, in parts of which at most two are in flight', () => {
    const restraint = restraintOf(false);
    drawFrame(restraint, 250);
    expect(restraint.inPieces).toBe(false);
    drawFrame(restraint, 251);
    expect(restraint.inPieces).toBe(true);
    restraint.submitted();
    expect([holdsBack(restraint), holdsBack(restraint, true)]).toEqual([true, false]);
    restraint.done(100);
    expect(holdsBack(restraint)).toBe(false);
  });

  it('pause between parts for the duration of a part while others need a share', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 900);
    restraint.submitted();
    restraint.done(100);
    expectPause(restraint, 300, true);
  });
});
