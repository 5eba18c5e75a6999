import { expect, it } from 'vitest';
import { colorText } from '#tools/resources/resources.tsx';

it.each([
  [[0.25, 0.5, 1, 1], '#4080ff', '0.25, 0.5, 1, 1'],
  [[-1, 2, Number.NaN, 1], '#00ff00', '-1, 2, NaN, 1'],
  [[Math.fround(0.1)], '#1a0000', '0.1'],
])('writes %j as displayed and as stored', (channels, hexadecimal, values) => {
  expect(colorText(channels, '#rrggbb')).toBe(hexadecimal);
  expect(colorText(channels, 'values')).toBe(values);
});
