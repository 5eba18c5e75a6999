import { describe, expect, it } from 'vitest';
import { createPlayback } from './playback.ts';

function create() {
  let now = 1000;
  const told: string[] = [];
  const playback = createPlayback(
    (state) => told.push(state),
    () => now,
  );
  const drawn: [frame: number, seconds: number][] = [];
  const draw = (turns: number, dispatched = true) => {
    for (let turn = 0; turn < turns; turn += 1) {
      now += 100;
      if (playback.rests) continue;
      drawn.push([playback.frame, Math.round(playback.seconds(now) * 1000) / 1000]);
      playback.frameDrawn(dispatched);
    }
    return drawn.splice(0);
  };
  return { playback, told, draw };
}

describe('showing a frame', () => {
  it('that depends on no other draws it alone, at its time, and pauses', () => {
    const { playback, told, draw } = create();
    draw(2);
    playback.show(90, 1.5, false);
    expect(draw(3)).toEqual([[90, 1.5]]);
    expect(told).toEqual(['paused']);
    playback.step(1);
    expect(draw(1)).toEqual([[91, 1.517]]);
    playback.resume();
    expect(draw(1)).toEqual([[92, 1.617]]);
  });

  it('that depends on those before it plays to it in even steps of time, and pauses', () => {
    const { playback, told, draw } = create();
    draw(1);
    playback.show(4, 2, true);
    expect(draw(9)).toEqual([
      [1, 0.5],
      [2, 1],
      [3, 1.5],
      [4, 2],
    ]);
    expect(told).toEqual(['paused']);
    playback.resume();
    expect(draw(1)).toEqual([[5, 2.1]]);
  });

  it('ends on the way where somebody pauses, and time goes on from there', () => {
    const { playback, draw } = create();
    draw(1);
    playback.show(100, 10, true);
    draw(3);
    playback.pause();
    playback.resume();
    expect(draw(1)).toEqual([[4, 0.4]]);
  });

  it('that is over, or the first, draws it alone', () => {
    const { playback, draw } = create();
    draw(5);
    playback.show(2, 0.25, true);
    expect(draw(2)).toEqual([[2, 0.25]]);
    playback.show(0, 0, true);
    expect(draw(2)).toEqual([[0, 0]]);
  });

  it('is forgotten by a reset', () => {
    const { playback, draw } = create();
    draw(1);
    playback.show(100, 10, true);
    playback.reset();
    expect(draw(2)).toEqual([
      [0, 0],
      [1, 0.1],
    ]);
  });
});
