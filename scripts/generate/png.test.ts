import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../tests/support/png.ts';
import { renderMountains } from './mountains.ts';
import { encodePng } from './png.ts';

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
