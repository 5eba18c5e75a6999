import { expect, it } from 'vitest';
import { channelsOf, texelText } from './texelText.ts';

const AT = { x: 120, y: 33, z: 2 };

it.each([
  [[0.25, 0.5, 1, 1], 'x 120, y 33: 0.25, 0.5, 1, 1'],
  [[Math.fround(0.1), Number.NaN, Number.NEGATIVE_INFINITY], 'x 120, y 33: 0.1, NaN, −∞'],
  [[134 / 255], 'x 120, y 33: 0.5254902'],
  [[4_294_967_295], 'x 120, y 33: 4294967295'],
])('writes %j with all stored digits', (value, text) => {
  expect(texelText({ ...AT, value }, false)).toBe(text);
});

it('names the slice of a texture with slices', () => {
  expect(texelText({ ...AT, value: [1] }, true)).toBe('x 120, y 33, z 2: 1');
});

it.each([
  ['r32float', 'r'],
  ['rg11b10ufloat', 'rgb'],
  ['bgra8unorm', 'rgba'],
  [null, 'rgba'],
] as const)('gives the channels of %s', (format, channels) => {
  expect(channelsOf(format)).toBe(channels);
});
