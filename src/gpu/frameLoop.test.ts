import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrameOutcome, startFrameLoop } from './frameLoop.ts';

let turns: FrameRequestCallback[];
/** Runs the next animation frame. */
const nextFrame = () => turns.shift()?.(0);

beforeEach(() => {
  turns = [];
  vi.stubGlobal('requestAnimationFrame', (turn: FrameRequestCallback) => turns.push(turn));
  vi.stubGlobal('cancelAnimationFrame', () => {
    turns = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the frame loop', () => {
  it('starts no frame while two are in flight', async () => {
    const finish: (() => void)[] = [];
    const frame = vi.fn(
      (): FrameOutcome => ({
        kind: 'submitted',
        done: new Promise<void>((resolve) => finish.push(resolve)),
      }),
    );
    startFrameLoop(frame);
    nextFrame();
    nextFrame();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(2);
    finish[0]?.();
    await Promise.resolve();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(3);
  });

  it('goes on after a frame whose work was lost', async () => {
    const frame = vi.fn(
      (): FrameOutcome => ({ kind: 'submitted', done: Promise.reject(new Error('lost')) }),
    );
    startFrameLoop(frame);
    for (let turn = 0; turn < 5; turn += 1) {
      nextFrame();
      await Promise.resolve();
    }
    expect(frame).toHaveBeenCalledTimes(5);
  });

  it('ends by itself and when it is stopped', () => {
    startFrameLoop(() => ({ kind: 'finished' }));
    nextFrame();
    expect(turns).toHaveLength(0);
    const frame = vi.fn((): FrameOutcome => ({ kind: 'waiting' }));
    const stop = startFrameLoop(frame);
    nextFrame();
    stop();
    nextFrame();
    expect(frame).toHaveBeenCalledTimes(1);
  });
});
