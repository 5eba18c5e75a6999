import { expect, it } from 'vitest';
import { gestureBetween } from './TextureCanvas.tsx';

it('drags with one pointer', () => {
  expect(gestureBetween([[10, 20]], [[13, 16]])).toEqual({ by: [3, -4], factor: 1, at: [13, 16] });
});

it('pinches with two', () => {
  const before = [
    [0, 0],
    [100, 0],
  ] as const;
  const after = [
    [0, 0],
    [200, 0],
  ] as const;
  expect(gestureBetween(before, after)).toEqual({ by: [50, 0], factor: 2, at: [100, 0] });
});
