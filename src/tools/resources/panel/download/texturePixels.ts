import { readTexel, type TexelFormat } from '#core/data/texelFormat.ts';
import type { Image } from '#engine/png/encodePng.ts';

interface Slice {
  readonly width: number;
  readonly height: number;
  /** Layer or slice. */
  readonly slice: number;
  /** Whether the last row is the image's first. */
  readonly isYUp: boolean;
}

/**
 * A slice of a texture as an image: integers by value up to 255, other numbers from 0 to 1. A texture of
 * one channel is grey; missing green and blue are 0, and missing alpha is 1.
 */
export function texturePixels(
  texels: Uint8Array,
  format: TexelFormat,
  { width, height, slice, isYUp }: Slice,
): Image {
  const view = new DataView(texels.buffer, texels.byteOffset, texels.byteLength);
  const bytes = new Uint8Array(width * height * 4);
  const isInteger = format.kind === 'uint' || format.kind === 'sint';
  const scale = isInteger ? 1 : 255;
  for (let y = 0; y < height; y += 1) {
    const row = (slice * height + (isYUp ? height - 1 - y : y)) * width;
    for (let x = 0; x < width; x += 1) {
      const texel = readTexel(format, view, (row + x) * format.bytes);
      const [red = 0, green = texel.length === 1 ? red : 0, blue = texel.length === 1 ? red : 0] =
        texel;
      const at = (y * width + x) * 4;
      bytes[at] = byteOf(red * scale);
      bytes[at + 1] = byteOf(green * scale);
      bytes[at + 2] = byteOf(blue * scale);
      bytes[at + 3] = texel[3] === undefined ? 255 : byteOf(texel[3] * scale);
    }
  }
  return { width, height, bytes };
}

/** NaN becomes 0. */
function byteOf(value: number): number {
  return Math.round(Math.min(255, Math.max(0, value || 0)));
}
