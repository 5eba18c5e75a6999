import { describe, expect, it } from 'vitest';
import { createLossCount } from './launcher.ts';

function count() {
  let time = 0;
  const losses = createLossCount(() => time);
  return {
    losses,
    wait(milliseconds: number) {
      time += milliseconds;
    },
    /** A run of `source` that draws for this long and then loses the device. */
    loseAfter(source: string, milliseconds: number) {
      losses.started(source);
      time += milliseconds;
      if (milliseconds > 0) losses.frame();
      time += 5000;
      return losses.lost(source).inARow;
    },
  };
}

describe('a lost device', () => {
  /** Whether a device lost after these frames counts as hung. */
  const hungAfter = (...events: ('frame' | 'done' | 'overdue' | number)[]) => {
    const { losses, wait } = count();
    losses.started('a');
    for (const event of events) {
      if (event === 'frame') losses.frame();
      else if (event === 'done') losses.frameDone(true);
      else if (event === 'overdue') losses.frameOverdue();
      else wait(event);
    }
    return losses.lost('a').hung;
  };

  it('had hung if the GPU worked on its first frame for a second', () => {
    expect(hungAfter()).toBe(false);
    expect(hungAfter('frame', 500, 'frame', 499)).toBe(false);
    expect(hungAfter('frame', 500, 'frame', 500)).toBe(true);
  });

  it('had not hung if frames were being finished', () => {
    expect(hungAfter('frame', 'frame', 'done', 1500)).toBe(false);
  });

  it('had hung if the newest frame was overdue, even if the browser reports it as done', () => {
    const events = ['frame', 'done', 'frame', 'overdue', 'done'] as const;
    expect(hungAfter(...events)).toBe(true);
    expect(hungAfter(...events, 'frame')).toBe(false);
  });
});

describe('a loss after another run has taken over', () => {
  const takeOver = () => {
    const counted = count();
    const { losses, wait } = counted;
    losses.started('hangs');
    losses.frame();
    wait(600);
    losses.started('next');
    losses.frame();
    return counted;
  };

  it('is blamed on the run whose frame the GPU never finished', () => {
    const { losses, wait } = takeOver();
    wait(400);
    expect(losses.lost('next')).toEqual({ source: 'hangs', inARow: 1, hung: true });
    losses.started('next');
    losses.frame();
    losses.frameDone(true);
    expect(losses.lost('next')).toEqual({ source: 'next', inARow: 1, hung: false });
  });

  it('is blamed on that run even if only the next one reports the frame as overdue', () => {
    const { losses } = takeOver();
    losses.frameOverdue();
    expect(losses.lost('next')).toEqual({ source: 'hangs', inARow: 1, hung: true });
  });

  it('is blamed on the next run once the GPU has finished the earlier frames', () => {
    for (const isNewest of [false, true]) {
      const { losses, wait } = takeOver();
      losses.frameDone(isNewest);
      losses.frame();
      losses.frameOverdue();
      wait(2000);
      expect(losses.lost('next')).toEqual({ source: 'next', inARow: 1, hung: true });
    }
  });

  it('is blamed on the suspect if the GPU has no unfinished frames', () => {
    const { losses } = count();
    losses.started('ran');
    losses.frame();
    losses.frameDone(true);
    expect(losses.lost('was being built')).toMatchObject({ source: 'was being built', inARow: 1 });
    expect(losses.lost('was being built')).toMatchObject({ source: 'was being built', inARow: 2 });
  });
});

describe('losses in a row', () => {
  it('add up for one source, whether frames were drawn or not, and start again with another', () => {
    const { loseAfter } = count();
    expect([loseAfter('a', 0), loseAfter('a', 40), loseAfter('a', 9999)]).toEqual([1, 2, 3]);
    expect(loseAfter('b', 0)).toBe(1);
  });

  it('start again after a run that still drew ten seconds after its start', () => {
    const { loseAfter } = count();
    expect([loseAfter('a', 0), loseAfter('a', 10_000), loseAfter('a', 0)]).toEqual([1, 1, 2]);
  });
});
