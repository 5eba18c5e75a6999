import type { TexelFormat } from '#core/data/texelFormat.ts';
import { halfBits } from '#core/util/half.ts';

export interface PixelRows {
  readonly width: number;
  readonly height: number;
  /** Whether the encoded image starts with the lowest row. */
  readonly isYUp: boolean;
}

/**
 * Encodes an image in a texel format, by row without padding. Null for integer formats, which hold
 * no colours.
 */
export function encodePixels(
  pixels: Uint8ClampedArray,
  format: TexelFormat,
  { width, height, isYUp }: PixelRows,
): Uint8Array<ArrayBuffer> | null {
  const write = writerOf(format);
  if (!write) return null;
  const encoded = new Uint8Array(width * height * format.bytes);
  const view = new DataView(encoded.buffer);
  for (let row = 0; row < height; row += 1) {
    const from = (isYUp ? height - 1 - row : row) * width * 4;
    for (let x = 0; x < width; x += 1) {
      const at = (row * width + x) * format.bytes;
      for (const [channel, offset] of format.offsets.entries()) {
        write(view, at + offset, pixels[from + x * 4 + channel] ?? 0);
      }
    }
  }
  return encoded;
}

type WriteChannel = (view: DataView, offset: number, value: number) => void;

/** Takes channel values from 0 to 255. */
function writerOf({ kind, bits }: TexelFormat): WriteChannel | null {
  switch (`${kind}${bits}`) {
    case 'unorm8':
      return (view, offset, value) => view.setUint8(offset, value);
    case 'snorm8':
      return (view, offset, value) => view.setInt8(offset, Math.round((value / 255) * 127));
    case 'float16':
      return (view, offset, value) => view.setUint16(offset, halfBits(value / 255), true);
    case 'float32':
      return (view, offset, value) => view.setFloat32(offset, value / 255, true);
    default:
      return null;
  }
}
