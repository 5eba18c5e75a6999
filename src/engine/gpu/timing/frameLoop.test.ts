import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrameLoop, type FrameOutcome, startFrameLoop } from './frameLoop.ts';

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

describe('the frame loop', () => {
  it('starts no frame while two are in flight', async () => {
    const finish: (() => void)[] = [];
    const { frame } = start({
      workDone: () => new Promise((resolve) => finish.push(() => resolve(null))),
    });
    nextFrame();
    nextFrame();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(2);
    finish[0]?.();
    await Promise.resolve();
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
    const finish: (() => void)[] = [];
    const onOverdue = vi.fn();
    const { stop } = start({
      onOverdue,
      workDone: () => new Promise((resolve) => finish.push(() => resolve(null))),
    });
    const overdueAfter = (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      return onOverdue.mock.calls.length;
    };
    expect(overdueAfter(10_000)).toBe(0);
    nextFrame();
    nextFrame();
    expect(overdueAfter(1500)).toBe(0);
    expect(overdueAfter(10_000)).toBe(1);
    finish[0]?.();
    await Promise.resolve();
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
    const finish: (() => void)[] = [];
    const done: [index: number, milliseconds: number][] = [];
    start({
      workDone: () => new Promise((resolve) => finish.push(() => resolve(null))),
      onFrameDone: (index, milliseconds) => done.push([index, milliseconds]),
    });
    nextFrame();
    now = 1010;
    nextFrame();
    now = 1100;
    finish[0]?.();
    await Promise.resolve();
    now = 1130;
    finish[1]?.();
    await Promise.resolve();
    expect(done).toEqual([
      [0, 100],
      [1, 30],
    ]);
    vi.restoreAllMocks();
  });

  it('adds up the GPU time of the parts of a frame, without the waits between them', async () => {
    let now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const spans: number[] = [];
    const done: [index: number, milliseconds: number][] = [];
    const outcomes: FrameOutcome[] = ['piece', 'waiting', 'piece', 'submitted', 'submitted'];
    let finish = () => {};
    start({
      frame: () => outcomes.shift() ?? 'waiting',
      workDone: () => new Promise((resolve) => (finish = () => resolve(null))),
      onDone: (milliseconds) => spans.push(milliseconds),
      onFrameDone: (index, milliseconds) => done.push([index, milliseconds]),
    });
    for (const milliseconds of [10, 500, 20, 30, 5]) {
      nextFrame();
      now += milliseconds;
      finish();
      finish = () => {};
      await Promise.resolve();
    }
    expect(spans).toEqual([10, 20, 30, 5]);
    expect(done).toEqual([
      [0, 60],
      [1, 5],
    ]);
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
