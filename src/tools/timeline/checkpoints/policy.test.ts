import { expect, it } from 'vitest';
import { CHECKPOINT_BUDGET, checkpointsFor, isDue, leastUseful } from './policy.ts';

it('up to eight checkpoints fit into the budget, and none if fewer than four would', () => {
  const budget = CHECKPOINT_BUDGET;
  const sizes = [1, budget / 8, budget / 5, budget / 4, budget / 4 + 1];
  expect(sizes.map(checkpointsFor)).toEqual([8, 8, 5, 4, 0]);
});

it('a checkpoint is due 60 frames after the previous one', () => {
  expect([59, 60, 61].map((frame) => isDue(frame, [], false))).toEqual([false, true, true]);
  expect([100, 119, 120].map((frame) => isDue(frame, [60], false))).toEqual([false, false, true]);
  expect(isDue(150, [60, 120, 300], false)).toBe(false);
});

it('a checkpoint is due at the start of a loop, once', () => {
  expect(isDue(7, [0], true)).toBe(true);
  expect(isDue(7, [0, 7], true)).toBe(false);
});

it('a checkpoint is dropped so that distances grow with age', () => {
  let frames: number[] = [0];
  for (let frame = 1; frame <= 6000; frame += 1) {
    if (!isDue(frame, frames, false)) continue;
    const dropped = frames.length < 8 ? -1 : leastUseful(frames, frame, () => false);
    frames = [...frames.filter((_, index) => index !== dropped), frame];
  }
  const ages = frames.map((frame) => 6000 - frame).reverse();
  const gaps = ages.slice(1).map((age, index) => age - (ages[index] ?? 0));
  expect(frames).toHaveLength(8);
  expect(ages[0]).toBeLessThan(60);
  // The distance to the nearest checkpoint is small relative to the age of the frame.
  for (const [index, gap] of gaps.entries()) {
    expect(gap).toBeLessThan(2.5 * ((ages[index] ?? 0) + 60));
  }
});

it('a checkpoint is never dropped while it is needed', () => {
  expect(leastUseful([60, 61, 62], 62, (frame) => frame === 61)).not.toBe(1);
});
