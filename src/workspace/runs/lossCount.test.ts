import { beforeEach, describe, expect, it } from 'vitest';
import { createLossCount } from './lossCount.ts';

function count() {
  let time = 0;
  const losses = createLossCount(() => time);
  return {
    losses,
    wait(milliseconds: number) {
      time += milliseconds;
    },
    /** A run of `source` that draws for so many milliseconds and then loses the device. */
    loseAfter(source: string, milliseconds: number) {
      losses.started(source);
      time += milliseconds;
      if (milliseconds > 0) losses.frame();
      time += 5000;
      return losses.lost().inARow;
    },
  };
}

describe('a loss', () => {
  const { losses, wait } = count();
  beforeEach(() => losses.started('a'));
  const hung = () => losses.lost().hung;

  it('is a hang if the GPU has worked on its first frame for a second', () => {
    expect(hung()).toBe(false);
    losses.frame();
    wait(999);
    losses.frame();
    expect(hung()).toBe(false);
    wait(1);
    expect(hung()).toBe(true);
  });

  it('is no hang if frames were being finished', () => {
    losses.frame();
    losses.frame();
    losses.frameDone();
    expect(hung()).toBe(false);
  });

  it('is a hang if the newest frame was overdue, though the browser calls it done', () => {
    losses.frame();
    losses.frameDone();
    losses.frame();
    losses.frameOverdue();
    losses.frameDone();
    expect(hung()).toBe(true);
    losses.frame();
    expect(hung()).toBe(false);
  });
});

describe('losses in a row', () => {
  it('add up for one source, whether frames were drawn or not', () => {
    const { loseAfter } = count();
    expect([loseAfter('a', 0), loseAfter('a', 40), loseAfter('a', 9999)]).toEqual([1, 2, 3]);
  });

  it('begin anew with another source', () => {
    const { loseAfter } = count();
    expect([loseAfter('a', 0), loseAfter('a', 0), loseAfter('b', 0)]).toEqual([1, 2, 1]);
  });

  it('begin anew after a run that still drew ten seconds after its start', () => {
    const { loseAfter } = count();
    expect([loseAfter('a', 0), loseAfter('a', 10_000), loseAfter('a', 0)]).toEqual([1, 1, 2]);
  });
});
