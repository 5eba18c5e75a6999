import { expect, it } from 'vitest';
import type { InputChange } from '#core/plan/inputChange.ts';
import { inputAt, scaleMouse } from './frameSource.ts';

it('finds the newest change at or before a frame', () => {
  const changes = [3, 4, 9].map(
    (frame): InputChange => ({ frame, mouse: [frame, 0, 0, 0], keys: [] }),
  );
  const found = [0, 2, 3, 4, 8, 9, 1e9].map((frame) => inputAt(changes, frame).mouse[0]);
  expect(found).toEqual([0, 0, 3, 4, 4, 9, 9]);
});

it('scales the mouse position to a picture of another size, and keeps the signs of its buttons', () => {
  const from = { width: 100, height: 50 };
  expect(scaleMouse([10, 20, -30, -40], from, { width: 200, height: 25 })).toEqual([
    20, 10, -60, -20,
  ]);
  expect(scaleMouse([1.1, 2.2, 3.3, 4.4], from, from)).toEqual([1.1, 2.2, 3.3, 4.4]);
});
