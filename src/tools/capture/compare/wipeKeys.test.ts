import { expect, it } from 'vitest';
import { movedByKey } from './CompareOverlay.tsx';

it.each([
  ['ArrowLeft', 50, 49],
  ['ArrowRight', 50.4, 51],
  ['PageUp', 95, 100],
  ['PageDown', 5, 0],
  ['Home', 50, 0],
  ['End', 50, 100],
  ['a', 50, null],
])('%s moves the wipe from %d to %s', (key, percent, moved) => {
  expect(movedByKey(percent, key)).toBe(moved);
});
