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

const RAW: Download = {
  text: 'Raw bytes',
  extension: 'bin',
  make: async (bytes) => new Blob([bytes]),
};

export function downloadsOf(entry: ResourceEntry, view: () => TextureView): readonly Download[] {
  switch (entry.kind) {
    case 'buffer':
    case 'uniforms':
      return entry.layout ? [...tableDownloads(entry.layout), RAW] : [RAW];
    case 'texture':
      return [...textureDownloads(entry, view), RAW];
    default:
      return [];
  }
}

function tableDownloads(layout: ElementLayout): Download[] {
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

function textureDownloads(
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
