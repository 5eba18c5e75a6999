import type { ElementLayout } from '#core/data/columns.ts';
import { csvPieces, jsonPieces } from '#core/data/tables.ts';
import { readTexel, type TexelFormat, texelFormat } from '#core/data/texelFormat.ts';
import { textureToNpy, toNpy } from '#core/data/writeNpy.ts';
import type { TextureView } from '#engine/gpu/read/textureImage.ts';
import { encodePng, type Image } from '#engine/png/pngEncoder.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';

export interface Download {
  readonly text: string;
  readonly extension: string;
  /**
   * Rejects with a sentence.
   *
   * @param bytes content of the whole resource
   */
  make(bytes: Uint8Array<ArrayBuffer>): Promise<Blob>;
}

export const RAW: Download = {
  text: 'Raw bytes',
  extension: 'bin',
  make: async (bytes) => new Blob([bytes]),
};

export function tableDownloads(layout: ElementLayout): Download[] {
  const whole = (bytes: Uint8Array) => {
    const count = Math.floor(bytes.byteLength / layout.stride);
    return bytes.subarray(0, count * layout.stride);
  };
  return [
    {
      text: 'CSV',
      extension: 'csv',
      make: async (bytes) =>
        joined(csvPieces({ bytes: whole(bytes), layout, first: 0 }), 'text/csv'),
    },
    {
      text: 'JSON',
      extension: 'json',
      make: async (bytes) =>
        joined(jsonPieces({ bytes: whole(bytes), layout, first: 0 }), 'application/json'),
    },
    {
      text: 'NumPy (.npy)',
      extension: 'npy',
      make: async (bytes) => {
        const elements = whole(bytes);
        return new Blob([toNpy(elements, layout, [elements.byteLength / layout.stride])]);
      },
    },
  ];
}

export function textureDownloads(
  { format: name, size }: ResourceEntry,
  view: () => TextureView,
): Download[] {
  const format = name && texelFormat(name);
  if (!format) return [];
  const [width = 0, height = 0, depth = null] = size;
  return [
    {
      text: 'PNG',
      extension: 'png',
      make(bytes) {
        const { slice, isYUp } = view();
        return encodePng(texturePixels(bytes, format, { width, height, slice, isYUp }));
      },
    },
    {
      text: 'NumPy (.npy)',
      extension: 'npy',
      make: async (bytes) => new Blob([textureToNpy({ bytes, width, height, depth }, format)]),
    },
  ];
}

/** Milliseconds of work before yielding. */
const TURN = 8;

async function joined(pieces: Iterable<string>, type: string): Promise<Blob> {
  const texts: string[] = [];
  let start = performance.now();
  for (const piece of pieces) {
    texts.push(piece);
    if (performance.now() - start < TURN) continue;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
  return new Blob(texts, { type });
}

/** A file name for a download, with invalid characters replaced. */
export function fileName(name: string, extension: string): string {
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.${extension}`;
}

interface Slice {
  readonly width: number;
  readonly height: number;
  /** Index of the layer or slice. */
  readonly slice: number;
  /** Whether the last row is the top row of the image. */
  readonly isYUp: boolean;
}

/**
 * A texture slice as an image. Integers map by value up to 255, other numbers from 0 to 1.
 * Single-channel textures are grey; missing green and blue are 0, and missing alpha is 1.
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
