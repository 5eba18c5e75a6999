import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { renderMountains } from './mountains.ts';
import { encodePng, type RgbImage } from './png.ts';

/** Decodes `encodePng` output: three channels of 8 bits, any filter. */
function decodePng(file: Buffer): RgbImage {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.set(type, file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(8);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = width * 3;
  const data = new Uint8Array(stride * height);
  const decoded = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (data[y * stride + x] ?? 0));
  for (let index = 0; index < data.length; index += 1) {
    const [x, y] = [index % stride, Math.floor(index / stride)];
    const [a, b, c] = [decoded(x - 3, y), decoded(x, y - 1), x < 3 ? 0 : decoded(x - 3, y - 1)];
    const p = a + b - c;
    const nearest = [a, b, c].sort((m, n) => Math.abs(p - m) - Math.abs(p - n))[0] ?? 0;
    const filter = rows[y * (stride + 1)] ?? 0;
    const predicted = [0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0;
    data[index] = (rows[y * (stride + 1) + 1 + x] ?? 0) + predicted;
  }
  return { width, height, data };
}

describe('a PNG file', () => {
  it('decodes to the image that was encoded', () => {
    const data = Uint8Array.from({ length: 7 * 5 * 3 }, (_, index) => (index * index * 37) % 256);
    const image = { width: 7, height: 5, data };
    expect(decodePng(encodePng(image))).toEqual(image);
  });

  it('is much smaller than the pixels of a smooth image', () => {
    const data = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => index / 64);
    expect(encodePng({ width: 64, height: 64, data }).length).toBeLessThan(data.length / 20);
  });
});

describe("the demo's image", () => {
  it('is small and matches what its script renders', async () => {
    const file = await readFile(
      path.resolve(import.meta.dirname, '../../src/core/slang/demos/mountains.png'),
    );
    expect(file.length).toBeLessThan(60_000);
    const { width, height, data } = decodePng(file);
    const rendered = renderMountains();
    expect([width, height]).toEqual([rendered.width, rendered.height]);
    // Other versions of the JavaScript engine may round sines differently.
    const farthest = data.reduce(
      (worst, byte, index) => Math.max(worst, Math.abs(byte - (rendered.data[index] ?? 0))),
      0,
    );
    expect(farthest).toBeLessThanOrEqual(1);
  });
});
