import { expect, it } from 'vitest';
import { planSeek } from './seeker.ts';

const present = { kind: 'present' } as const;
const contents = { kind: 'contents' } as const;
const checkpoint = (frame: number) => ({ kind: 'checkpoint', frame }) as const;

it.each([
  ['the nearest checkpoint before it', 100, 201, [0, 60, 120, 180], checkpoint(60), 60],
  ['its own checkpoint', 60, 61, [60], checkpoint(60), 60],
  ['the current frame if that is nearer', 100, 90, [0, 60], present, 90],
  ['the current frame rather than its checkpoint', 90, 90, [90], present, 90],
  ['the initial contents without a checkpoint before it', 50, 60, [60], contents, 0],
  ['the initial contents before the first frame', 50, null, [], contents, 0],
])('the path to a frame starts at %s', (_, frame, ready, checkpoints, start, from) => {
  expect(planSeek(frame, { ready, checkpoints })).toEqual({ start, from });
});
