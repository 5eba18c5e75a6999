import type { ElementLayout } from '#core/data/columns.ts';
import { textureToNpy, toNpy } from '#core/data/npy/writeNpy.ts';
import { csvPieces, jsonPieces } from '#core/data/tables.ts';
import { texelFormat } from '#core/data/texelFormat.ts';
import type { TextureView } from '#engine/gpu/read/textureView.ts';
import { encodePng } from '#engine/png/encodePng.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { texturePixels } from './texturePixels.ts';

/** A file that a resource can be saved as. */
export interface Download {
  readonly text: string;
  readonly extension: string;
  /**
   * Rejects with a sentence.
   *
   * @param bytes of the whole resource
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

/** Milliseconds of work before others get their turn. */
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

/** A name for a download: characters that file systems refuse are replaced. */
export function fileName(name: string, extension: string): string {
  return `${name.replaceAll(/[^\w.-]+/g, '_')}.${extension}`;
}
