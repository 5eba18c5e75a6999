import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { texelFormat } from '#program/textures/texelFormat.ts';
import { encodePng } from './png.ts';
import { texturePixels } from './texturePixels.ts';

it('writes a PNG file with the colours as they are, also of transparent pixels', async () => {
  const data = Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 255, 7, 8, 9, 128, 10, 11, 12, 1);
  const png = Buffer.from(await (await encodePng({ width: 2, height: 2, data })).arrayBuffer());
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(png.subarray(12, 16).toString()).toBe('IHDR');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2, 2]);
  // The checksum of an empty IEND chunk is known.
  expect(png.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  expect([...rows]).toEqual([0, ...data.subarray(0, 8), 0, ...data.subarray(8)]);
});

function pixels(format: GPUTextureFormat, bytes: Uint8Array, isYUp = false, slice = 0) {
  const known = texelFormat(format);
  if (!known) throw new Error(format);
  const width = 2;
  return [...texturePixels(bytes, known, { width, height: 1, slice, isYUp }).data];
}

it('maps floats from 0 to 1, with NaN as 0', () => {
  const bytes = new Uint8Array(Float32Array.of(0.5, Number.NaN).buffer);
  expect(pixels('r32float', bytes)).toEqual([128, 128, 128, 255, 0, 0, 0, 255]);
});

it('maps integers by value', () => {
  const bytes = new Uint8Array(Int32Array.of(7, 300, -4, 9).buffer);
  expect(pixels('rg32sint', bytes)).toEqual([7, 255, 0, 255, 0, 9, 0, 255]);
});

it('takes the slice, and puts its last row first if y goes up', () => {
  const known = texelFormat('r8unorm');
  if (!known) throw new Error('r8unorm');
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const image = texturePixels(bytes, known, { width: 1, height: 2, slice: 1, isYUp: true });
  expect([...image.data].filter((_, index) => index % 4 === 0)).toEqual([4, 3]);
});
