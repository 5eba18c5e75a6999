import { describe, expect, it } from 'vitest';
import { agrees, type Texel, texelFormat } from './texel.ts';

describe('a texel of the picture', () => {
  it.each<[GPUTextureFormat, number[], Texel]>([
    ['rgba8unorm', [255, 0, 51, 255], [1, 0, 0.2, 1]],
    ['bgra8unorm', [255, 0, 51, 255], [0.2, 0, 1, 1]],
    ['r32float', [0, 0, 0, 0x3f], [0.5, 0, 0, 1]],
    ['rg32uint', [1, 0, 0, 0, 2, 0, 0, 0], [1, 2, 0, 1]],
  ])('of %s is what a shader loads', (name, bytes, texel) => {
    expect(texelFormat(name)?.read(new DataView(new Uint8Array(bytes).buffer))).toEqual(texel);
  });

  it.each<[GPUTextureFormat, Texel, Texel, boolean]>([
    ['rgba8unorm', [0.3, 2, -1, 1], [77 / 255, 1, 0, 1], true],
    ['rgba8unorm', [0.3, 0, 0, 1], [79 / 255, 0, 0, 1], false],
    ['rgba8unorm', [Number.NaN, 0, 0, 1], [0, 0, 0, 1], true],
    ['rgba8snorm', [-0.5, -2, 0, 1], [-63 / 127, -1, 0, 1], true],
    ['rgba16float', [0.1, 0, 0, 1], [0.0999755859375, 0, 0, 1], true],
    ['rgba16float', [0.1, 0, 0, 1], [0.101, 0, 0, 1], false],
    ['rgba32float', [0.1, Number.NaN, 0, 1], [0.1, Number.NaN, 0, 1], true],
    ['rgba32float', [0.1, 0, 0, 1], [0.100001, 0, 0, 1], false],
    ['r32float', [0.5, 7, 7, 7], [0.5, 0, 0, 1], true],
    ['rgba8uint', [3, 0, 0, 1], [4, 0, 0, 1], false],
    ['depth32float', [0, 0, 0, 0], [0, 0, 0, 0], false],
  ])('of %s: %j and %j agree: %s', (name, stored, texel, isSame) => {
    expect(agrees(stored, texel, name)).toBe(isSame);
  });
});
