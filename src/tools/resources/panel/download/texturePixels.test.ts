import { expect, it } from 'vitest';
import { texelFormat } from '#core/data/texelFormat.ts';
import { texturePixels } from './downloads.ts';

function pixels(format: GPUTextureFormat, bytes: Uint8Array, shape = {}) {
  const known = texelFormat(format);
  if (!known) throw new Error(format);
  const whole = { width: 2, height: 1, slice: 0, isYUp: false, ...shape };
  return [...texturePixels(bytes, known, whole).bytes];
}

it('maps floats from 0 to 1, with NaN as 0, and integers by value', () => {
  const floats = new Uint8Array(Float32Array.of(0.5, Number.NaN).buffer);
  expect(pixels('r32float', floats)).toEqual([128, 128, 128, 255, 0, 0, 0, 255]);
  const integers = new Uint8Array(Int32Array.of(7, 300, -4, 9).buffer);
  expect(pixels('rg32sint', integers)).toEqual([7, 255, 0, 255, 0, 9, 0, 255]);
});

it('uses the chosen slice, and flips its rows if y points up', () => {
  const shape = { width: 1, height: 2, slice: 1, isYUp: true };
  const image = pixels('r8unorm', Uint8Array.of(1, 2, 3, 4), shape);
  expect(image.filter((_, index) => index % 4 === 0)).toEqual([4, 3]);
});
