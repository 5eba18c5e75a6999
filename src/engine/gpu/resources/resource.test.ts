import { describe, expect, it } from 'vitest';
import { checkTextureSize, texelBytes } from './resource.ts';

const LIMITS = {
  maxTextureDimension2D: 8192,
  maxTextureDimension3D: 2048,
  maxTextureArrayLayers: 256,
};

const TOO_MANY_BYTES =
  '2048 × 2048 × 2048 texels of rgba8unorm take 32 GB, over the limit of 4 GB.';

const check = (
  size: readonly number[],
  viewDimension: '2d' | '2d-array' | '3d',
  format: GPUTextureFormat = 'rgba8unorm',
) => checkTextureSize({ name: 'map', size, format, viewDimension }, LIMITS);

describe('a texture', () => {
  it.each([
    [[8192, 8192], '2d'],
    [[64, 64, 256], '2d-array'],
    [[1024, 1024, 1024], '3d'],
  ] as const)('of %j texels (%s) is accepted', (size, viewDimension) => {
    expect(() => check(size, viewDimension)).not.toThrow();
  });

  it.each([
    [[9000, 20], '2d', "9000 × 20 is over the device's limit of 8192 on a side."],
    [[20, 9000, 2], '2d-array', "20 × 9000 is over the device's limit of 8192 on a side."],
    [[4, 4, 3000], '2d-array', "3000 layers are over the device's limit of 256."],
    [[4, 4, 3000], '3d', "4 × 4 × 3000 is over the device's limit of 2048 on a side."],
    [[2048, 2048, 2048], '3d', TOO_MANY_BYTES],
  ] as const)('of %j texels (%s) is rejected with the limit', (size, viewDimension, why) => {
    expect(() => check(size, viewDimension)).toThrow(`Failed to create texture map: ${why}`);
  });
});

it('knows the bytes of a texel', () => {
  const formats = {
    ...{ r8unorm: 1, rg16float: 4, bgra8unorm: 4, rgba8sint: 4, rgb10a2unorm: 4, r32float: 4 },
    ...{ rg32uint: 8, rgba16float: 8, rgba32float: 16 },
  };
  const found = Object.keys(formats).map((format) => texelBytes(format as GPUTextureFormat));
  expect(found).toEqual(Object.values(formats));
});
