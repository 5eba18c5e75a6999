import { describe, expect, it } from 'vitest';
import { webgpuFormat } from '#core/plan/textureFormats.ts';
import { STORAGE_FORMAT_CASES } from '../../../tests/support/storageFormats.ts';
import { readTexel, readTexels, texelFormat } from './texelFormat.ts';

function read(name: GPUTextureFormat, bytes: readonly number[]): number[] | null {
  const format = texelFormat(name);
  // Not at the start, like a texel in the middle of a row.
  const view = new DataView(new Uint8Array([9, ...bytes]).buffer);
  return format && format.bytes === bytes.length ? readTexel(format, view, 1) : null;
}

/** The values in a case's source, such as `float4(0.2, 0.4, 0.6, 1.0)`. */
function storedValues(stores: string): number[] {
  const [, list = ''] = /\((.*)\)/.exec(stores) ?? [];
  return list.split(',').map((text) => {
    const [over = '', under = '1'] = text.replaceAll('u', '').split('/');
    return Number(over) / Number(under);
  });
}

describe('a texel', () => {
  it.each(STORAGE_FORMAT_CASES)('in $format contains what the shader stored', (stored) => {
    const name = webgpuFormat(stored.format);
    const channels = name.ok ? read(name.value, stored.bytes) : null;
    expect(channels).toEqual(storedValues(stored.stores));
  });

  it.each<[GPUTextureFormat, number[], number[]]>([
    ['r8unorm', [255], [1]],
    ['rg8unorm', [0, 51], [0, 0.2]],
    ['r16float', [0x00, 0x7c], [Number.POSITIVE_INFINITY]],
    ['rg16float', [0x01, 0x7e, 0x00, 0xc0], [Number.NaN, -2]],
    ['rgba8snorm', [0x80, 0x81, 0, 127], [-1, -1, 0, 1]],
    ['r32float', [0, 0, 0xc0, 0x7f], [Number.NaN]],
    ['rgb10a2unorm', [0xff, 0x03, 0xf0, 0x7f], [1, 0, 1, 1 / 3]],
    ['rgb10a2uint', [0x01, 0x08, 0x30, 0xc0], [1, 2, 3, 3]],
    ['rg11b10ufloat', [0xc0, 0x03, 0x20, 0x80], [1, 2, 2]],
  ])('in the format %s is decoded from its bits', (name, bytes, channels) => {
    expect(read(name, bytes)).toEqual(channels);
  });

  it('in another format is not decoded', () => {
    const others = ['depth24plus', 'bc1-rgba-unorm', 'rgba8unorm-srgb', 'rgb9e5ufloat'] as const;
    expect(others.map(texelFormat)).toEqual([null, null, null, null]);
  });
});

it('reads depth of 32 bits like red', () => {
  expect(texelFormat('depth32float')).toEqual({ ...texelFormat('r32float'), name: 'depth32float' });
});

it('decodes the stored numbers of texels', () => {
  const format = texelFormat('rgba16float');
  const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(format && readTexels(bytes, format)).toEqual({ code: '<f2', data: bytes });
});
