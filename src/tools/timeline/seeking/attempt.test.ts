import { describe, expect, it } from 'vitest';
import { planSeek } from './seeker.ts';

describe('the path to a frame', () => {
  it('starts at the nearest checkpoint before it', () => {
    expect(planSeek(100, { ready: 201, checkpoints: [0, 60, 120, 180] })).toEqual({
      start: { kind: 'checkpoint', frame: 60 },
      from: 60,
    });
  });

  it('replays nothing if the frame itself has a checkpoint', () => {
    expect(planSeek(60, { ready: 61, checkpoints: [60] }).from).toBe(60);
  });

  it('starts at the current frame if that is nearer', () => {
    expect(planSeek(100, { ready: 90, checkpoints: [0, 60] })).toEqual({
      start: { kind: 'present' },
      from: 90,
    });
    expect(planSeek(90, { ready: 90, checkpoints: [90] }).start.kind).toBe('present');
  });

  it('starts with the initial contents if there is no checkpoint before it', () => {
    const start = { start: { kind: 'contents' }, from: 0 };
    expect(planSeek(50, { ready: 60, checkpoints: [60] })).toEqual(start);
    expect(planSeek(50, { ready: null, checkpoints: [] })).toEqual(start);
  });
});
