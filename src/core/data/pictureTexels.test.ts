import { describe, expect, it } from 'vitest';
import { clampTexel, movedTexel, texelAt } from './pictureTexels.ts';

describe('texelAt', () => {
  const box = { left: 10, top: 20, width: 400, height: 200 };

  it.each([
    { clientX: 10, clientY: 20, texel: [0, 99] },
    { clientX: 409.9, clientY: 219.9, texel: [199, 0] },
    { clientX: 211, clientY: 21.9, texel: [100, 99] },
    { clientX: 211, clientY: 22, texel: [100, 98] },
  ])('finds $texel at $clientX, $clientY of a scaled picture', ({ texel, ...point }) => {
    expect(texelAt(point, box, 200, 100)).toEqual(texel);
  });

  it('finds the nearest texel for a point outside the picture', () => {
    expect(texelAt({ clientX: 0, clientY: 500 }, box, 200, 100)).toEqual([0, 0]);
    expect(texelAt({ clientX: 900, clientY: 0 }, box, 200, 100)).toEqual([199, 99]);
  });
});

describe('movedTexel', () => {
  it.each([
    ['ArrowUp', false, [5, 6]],
    ['ArrowDown', false, [5, 4]],
    ['ArrowLeft', true, [-5, 5]],
    ['ArrowRight', true, [15, 5]],
    ['a', false, null],
  ] as const)('moves for %s (Shift: %s)', (key, shiftKey, moved) => {
    expect(movedTexel([5, 5], key, shiftKey)).toEqual(moved);
  });
});

it('keeps a texel within the picture', () => {
  expect(clampTexel([-5, 40], 32, 16)).toEqual([0, 15]);
});
