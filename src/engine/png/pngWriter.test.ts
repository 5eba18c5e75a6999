import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../tests/support/random.ts';
import { createPngWriter, type PngHeader } from './pngWriter.ts';

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

async function write(header: Partial<PngHeader>, pixels: Uint8Array, rowsAtOnce = 1) {
  const width = header.width ?? 3;
  const writer = createPngWriter({ width, height: 1, keepsAlpha: true, text: null, ...header });
  const size = width * 4 * rowsAtOnce;
  for (let at = 0; at < pixels.length; at += size)
    await writer.rows(pixels.subarray(at, at + size));
  const file = await writer.end();
  expect(file.type).toBe('image/png');
  return chunksOf(Buffer.from(await file.arrayBuffer()));
}

function chunksOf(file: Buffer): readonly Chunk[] {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const content = file.subarray(at + 8, at + 8 + length);
    chunks.push({ type: file.subarray(at + 4, at + 8).toString('latin1'), content });
    at += length + 12;
  }
  return chunks;
}

/** Reverses the filters, as in the PNG specification. */
function pixelsOf(chunks: readonly Chunk[], width: number, pixelBytes: number): number[] {
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content);
  const rows = inflateSync(Buffer.concat(data));
  const rowBytes = width * pixelBytes;
  const pixels: number[] = [];
  for (let at = 0; at < rows.length; at += rowBytes + 1) {
    const start = pixels.length;
    for (let index = 0; index < rowBytes; index += 1) {
      const isFirst = index < pixelBytes;
      const left = isFirst ? 0 : (pixels[start + index - pixelBytes] ?? 0);
      const up = pixels[start + index - rowBytes] ?? 0;
      const upLeft = isFirst ? 0 : (pixels[start + index - rowBytes - pixelBytes] ?? 0);
      const predicted = { 0: 0, 1: left, 2: up, 4: paeth(left, up, upLeft) }[rows[at] ?? 0];
      pixels.push(((rows[at + 1 + index] ?? 0) + (predicted ?? Number.NaN)) & 0xff);
    }
  }
  return pixels;
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [nearest = 0] = [left, up, upLeft].toSorted(
    (one, other) => Math.abs(estimate - one) - Math.abs(estimate - other),
  );
  return nearest;
}

/** Gradients, flat areas and noise, so that each filter is best somewhere. */
function variedPixels(width: number, height: number): Uint8Array {
  const random = createRandom(7);
  return Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const row = Math.floor(at / (width * 4));
    if (row % 4 === 0) return random(256);
    if (row % 4 === 1) return (at >> 2) * 3;
    if (row % 4 === 2) return row * 20 + ((at >> 2) % width);
    return 77;
  });
}

describe('a PNG file', () => {
  it('contains the size and all colours, even of transparent pixels', async () => {
    const pixels = variedPixels(31, 40);
    const chunks = await write({ width: 31, height: 40 }, pixels, 7);
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect([...(chunks[0]?.content ?? [])]).toEqual([0, 0, 0, 31, 0, 0, 0, 40, 8, 6, 0, 0, 0]);
    expect(pixelsOf(chunks, 31, 4)).toEqual([...pixels]);
  });

  it('has no alpha channel if the picture is opaque', async () => {
    const pixels = variedPixels(9, 12);
    const chunks = await write({ width: 9, height: 12, keepsAlpha: false }, pixels, 12);
    expect(chunks[0]?.content[9]).toBe(2);
    expect(pixelsOf(chunks, 9, 3)).toEqual([...pixels].filter((_, at) => at % 4 !== 3));
  });

  it('stores a text before the colours', async () => {
    const text = { keyword: 'Slang Playground', text: 'eJyr-_'.repeat(1000) };
    const chunks = await write({ text }, new Uint8Array(12));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND']);
    expect(chunks[1]?.content.toString('latin1')).toBe(`${text.keyword}\0${text.text}`);
  });

  it('splits data that does not compress into several chunks', async () => {
    const random = createRandom(7);
    const pixels = Uint8Array.from({ length: 1024 * 300 * 4 }, () => random(256));
    const chunks = await write({ width: 1024, height: 300 }, pixels, 100);
    const data = chunks.filter(({ type }) => type === 'IDAT');
    expect(data.length).toBeGreaterThan(1);
    const rows = inflateSync(Buffer.concat(data.map(({ content }) => content)));
    expect(rows.length).toBe(300 * (1024 * 4 + 1));
  });
});
