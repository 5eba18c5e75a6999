import { expect, it } from 'vitest';
import { readTexel, texelFormat } from '#core/data/texelFormat.ts';
import { encodePixels } from './textureImage.ts';

/** Two rows of one pixel, the upper one first. */
const PIXELS = new Uint8ClampedArray([51, 102, 153, 255, 0, 255, 0, 0]);

function encoded(name: GPUTextureFormat, isYUp: boolean): number[][] | null {
  const format = texelFormat(name);
  if (!format) throw new Error(`${name} is unknown.`);
  const bytes = encodePixels(PIXELS, format, { width: 1, height: 2, isYUp });
  if (!bytes) return null;
  const view = new DataView(bytes.buffer);
  return [readTexel(format, view, 0), readTexel(format, view, format.bytes)];
}

it.each<[GPUTextureFormat, number[], number[]]>([
  ['rgba8unorm', [0.2, 0.4, 0.6, 1], [0, 1, 0, 0]],
  ['bgra8unorm', [0.2, 0.4, 0.6, 1], [0, 1, 0, 0]],
  ['rgba32float', [0.2, 0.4, 0.6, 1], [0, 1, 0, 0]],
  ['rg32float', [0.2, 0.4], [0, 1]],
  ['r32float', [0.2], [0]],
])('writes the pixels of an image as %s', (name, upper, lower) => {
  const near = (texel: readonly number[]) => texel.map((each) => expect.closeTo(each, 6));
  expect(encoded(name, false)).toEqual([near(upper), near(lower)]);
  expect(encoded(name, true)).toEqual([near(lower), near(upper)]);
});

it('rounds halves and signed bytes to the nearest value', () => {
  const near = (texel: readonly number[]) => texel.map((each) => expect.closeTo(each, 2));
  for (const name of ['rgba16float', 'rgba8snorm'] as const) {
    expect(encoded(name, false)).toEqual([near([0.2, 0.4, 0.6, 1]), near([0, 1, 0, 0])]);
  }
});

it('rejects integer formats', () => {
  expect(encoded('rgba8uint', false)).toBeNull();
  expect(encoded('r32sint', false)).toBeNull();
});
