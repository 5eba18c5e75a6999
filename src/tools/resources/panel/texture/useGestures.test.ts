import { expect, it } from 'vitest';
import { gestureBetween } from './TextureCanvas.tsx';

it('drags with one pointer', () => {
  expect(gestureBetween([[10, 20]], [[13, 16]])).toEqual({ by: [3, -4], factor: 1, at: [13, 16] });
});

it('pinches with two', () => {
  const fingers = (distance: number) => [0, distance].map((x) => [x, 0] as const);
  const pinch = { by: [50, 0], factor: 2, at: [100, 0] };
  expect(gestureBetween(fingers(100), fingers(200))).toEqual(pinch);
});
