import { describe, expect, it } from 'vitest';
import { agrees, type TexelColor, texelFormat } from './texel.ts';

const bytesOf = (bytes: readonly number[]) => new DataView(Uint8Array.from(bytes).buffer);
const halvesOf = (bits: readonly number[]) => new DataView(Uint16Array.from(bits).buffer);

describe('reading a texel', () => {
  it('decodes it as a shader loads it, with 0 and 1 in missing channels', () => {
    const read = (name: GPUTextureFormat, view: DataView) => {
      const format = texelFormat(name);
      return format?.bytes === view.byteLength && format.read(view);
    };
    expect(read('bgra8unorm', bytesOf([255, 51, 0, 102]))).toEqual([0, 0.2, 1, 0.4]);
    expect(read('r32float', new DataView(Float32Array.of(0.25).buffer))).toEqual([0.25, 0, 0, 1]);
    expect(read('rg32uint', bytesOf([1, 0, 0, 0, 2, 0, 0, 0]))).toEqual([1, 2, 0, 1]);
  });

  it('decodes the smallest and largest halves, infinities and NaN', () => {
    const read = texelFormat('rgba16float')?.read;
    const finite = read?.(halvesOf([0x0001, 0x03ff, 0x0400, 0x7bff]));
    expect(finite).toEqual([2 ** -24, 1023 * 2 ** -24, 2 ** -14, 65504]);
    const special = read?.(halvesOf([0x7c00, 0xfc00, 0x7e00, 0x8000]));
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: nan } = Number;
    expect(special).toEqual([POSITIVE_INFINITY, NEGATIVE_INFINITY, nan, -0]);
  });

  it('is not possible for formats that no picture has', () => {
    expect(texelFormat('depth32float')).toBeNull();
    expect(agrees([0, 0, 0, 0], [0, 0, 0, 0], 'depth32float')).toBe(false);
  });
});

describe('a stored colour and the picture’s', () => {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  it.each<[what: string, GPUTextureFormat, stored: TexelColor, texel: TexelColor]>([
    ['the same floats', 'rgba32float', [0.1, -2, 3, 1], [0.1, -2, 3, 1]],
    ['NaN as NaN', 'rgba32float', [nan, 0, 0, 1], [nan, 0, 0, 1]],
    ['bytes, rounded up or down', 'rgba16float', [infinity, 0, 0, 1], [infinity, 0, 0, 1]],
    ['bytes, clamped to 0 and 1', 'rgba8unorm', [0.5, 0.5, 0, 1], [127 / 255, 128 / 255, 0, 1]],
    ['NaN as any byte', 'bgra8unorm', [-3, 7, infinity, 1], [0, 1, 1, 1]],
    ['signed bytes, clamped to -1 and 1', 'rgba8unorm', [nan, 0, 0, 1], [0, 0, 0, 1]],
    ['signed bytes, cut to -1 and 1', 'rgba8snorm', [-0.5, -2, 0, 1], [-63 / 127, -1, 0, 1]],
    ['halves, rounded', 'rgba16float', [1 / 3, 0, 0, 1], [0.333251953125, 0, 0, 1]],
    ['only the channels of the format', 'r32float', [0.5, 9, 9, 9], [0.5, 0, 0, 1]],
  ])('agree for %s', (_, format, stored, texel) => {
    expect(agrees(stored, texel, format)).toBe(true);
  });

  it.each<[what: string, GPUTextureFormat, stored: TexelColor, texel: TexelColor]>([
    ['other floats', 'rgba32float', [0.1, 0, 0, 1], [0.1000001, 0, 0, 1]],
    ['NaN and a number', 'rgba32float', [nan, 0, 0, 1], [0, 0, 0, 1]],
    ['a number and NaN', 'rgba16float', [0, 0, 0, 1], [nan, 0, 0, 1]],
    ['infinity and the largest half', 'rgba16float', [65504, 0, 0, 1], [infinity, 0, 0, 1]],
    ['bytes two apart', 'rgba8unorm', [0.5, 0, 0, 1], [130 / 255, 0, 0, 1]],
    ['the last channel', 'rgba8unorm', [0, 0, 0, 1], [0, 0, 0, 0]],
    ['the one channel', 'r32float', [0.5, 0, 0, 1], [0.25, 0, 0, 1]],
  ])('differ for %s', (_, format, stored, texel) => {
    expect(agrees(stored, texel, format)).toBe(false);
  });
});
