import { expect, it } from 'vitest';
import { texelFormat } from '#core/data/texelFormat.ts';
import { texturePixels } from './downloads.ts';

function pixels(format: GPUTextureFormat, bytes: Uint8Array, isYUp = false, slice = 0) {
  const known = texelFormat(format);
  if (!known) throw new Error(format);
  const width = 2;
  return [...texturePixels(bytes, known, { width, height: 1, slice, isYUp }).bytes];
}

it('maps floats from 0 to 1, with NaN as 0', () => {
  const bytes = new Uint8Array(Float32Array.of(0.5, Number.NaN).buffer);
  expect(pixels('r32float', bytes)).toEqual([128, 128, 128, 255, 0, 0, 0, 255]);
});

it('maps integers by value', () => {
  const bytes = new Uint8Array(Int32Array.of(7, 300, -4, 9).buffer);
  expect(pixels('rg32sint', bytes)).toEqual([7, 255, 0, 255, 0, 9, 0, 255]);
});

it('uses the chosen slice, and flips its rows if y points up', () => {
  const known = texelFormat('r8unorm');
  if (!known) throw new Error('r8unorm');
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const image = texturePixels(bytes, known, { width: 1, height: 2, slice: 1, isYUp: true });
  expect([...image.bytes].filter((_, index) => index % 4 === 0)).toEqual([4, 3]);
});
