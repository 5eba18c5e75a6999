import { describe, expect, it } from 'vitest';
import { planSeek } from './seeker.ts';

describe('the way to a frame', () => {
  it('begins at the nearest checkpoint before it', () => {
    expect(planSeek(100, { ready: 201, checkpoints: [0, 60, 120, 180] })).toEqual({
      start: { kind: 'checkpoint', frame: 60 },
      from: 60,
    });
  });

  it('replays nothing from a checkpoint of the frame itself', () => {
    expect(planSeek(60, { ready: 61, checkpoints: [60] }).from).toBe(60);
  });

  it('begins where the resources are, if that is nearer', () => {
    expect(planSeek(100, { ready: 90, checkpoints: [0, 60] })).toEqual({
      start: { kind: 'present' },
      from: 90,
    });
    expect(planSeek(90, { ready: 90, checkpoints: [90] }).start.kind).toBe('present');
  });

  it('begins with the first contents without a checkpoint before it', () => {
    const start = { start: { kind: 'contents' }, from: 0 };
    expect(planSeek(50, { ready: 60, checkpoints: [60] })).toEqual(start);
    expect(planSeek(50, { ready: null, checkpoints: [] })).toEqual(start);
  });
});
