import { crc32 } from '#core/util/zlib.ts';

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** False for a fully opaque picture. Its file then has no alpha channel. */
  readonly keepsAlpha: boolean;
  readonly text: PngText | null;
}

/** Both texts must be Latin-1. */
export interface PngText {
  /** 1 to 79 characters. */
  readonly keyword: string;
  readonly text: string;
}

/** Writes one PNG file, row by row. */
export type PngWriter = ReturnType<typeof createPngWriter>;

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BIT_DEPTH = 8;
const RGB = 2;
const RGBA = 6;
/** Compressed bytes per IDAT chunk. */
const CHUNK_BYTES = 1 << 20;

/** Stores only compressed bytes, so that pictures of any size fit into memory. */
export function createPngWriter({ width, height, keepsAlpha, text }: PngHeader) {
  const parts: BlobPart[] = [SIGNATURE, ...chunk('IHDR', [headerOf(width, height, keepsAlpha)])];
  if (text) parts.push(...chunk('tEXt', [latin1(`${text.keyword}\0${text.text}`)]));
  const { readable, writable } = new CompressionStream('deflate');
  const input = writable.getWriter();
  const collected = collect(readable, (compressed) => parts.push(...chunk('IDAT', compressed)));
  // `end` reports a failure.
  collected.catch(() => {});
  const pixelBytes = keepsAlpha ? 4 : 3;
  const rowBytes = width * pixelBytes;
  const { filter } = createRowFilter(rowBytes, pixelBytes);
  const opaque = new Uint8Array(keepsAlpha ? 0 : rowBytes);
  return {
    /** Takes whole rows of RGBA bytes, from the top. Resolves once they are compressed. */
    async rows(pixels: Uint8Array) {
      const count = pixels.length / (width * 4);
      const filtered = new Uint8Array(count * (rowBytes + 1));
      for (let index = 0; index < count; index += 1) {
        const row = pixels.subarray(index * width * 4, (index + 1) * width * 4);
        if (!keepsAlpha) dropAlpha(row, opaque);
        filter(keepsAlpha ? row : opaque, filtered.subarray(index * (rowBytes + 1)));
      }
      await input.write(filtered);
    },
    /** Call this after the last row. */
    async end(): Promise<Blob> {
      await input.close();
      await collected;
      return new Blob([...parts, ...chunk('IEND', [])], { type: 'image/png' });
    },
  };
}

/** Passes on compressed bytes when they fill a chunk, and at the end. */
async function collect(
  readable: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (compressed: readonly Uint8Array<ArrayBuffer>[]) => void,
): Promise<void> {
  const reader = readable.getReader();
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (value) pieces.push(value);
    size += value?.length ?? 0;
    if (size >= CHUNK_BYTES || (done && size > 0)) {
      take(pieces);
      pieces = [];
      size = 0;
    }
    if (done) return;
  }
}

function headerOf(width: number, height: number, keepsAlpha: boolean): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([BIT_DEPTH, keepsAlpha ? RGBA : RGB], 8);
  return header;
}

function chunk(
  type: string,
  contents: readonly Uint8Array<ArrayBuffer>[],
): Uint8Array<ArrayBuffer>[] {
  const name = latin1(type);
  let length = 0;
  let sum = crc32(name);
  for (const content of contents) {
    length += content.length;
    sum = crc32(content, sum);
  }
  return [bigEndian(length), name, ...contents, bigEndian(sum)];
}

function bigEndian(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

function dropAlpha(pixels: Uint8Array, into: Uint8Array): void {
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    into[to] = pixels[from] ?? 0;
    into[to + 1] = pixels[from + 1] ?? 0;
    into[to + 2] = pixels[from + 2] ?? 0;
  }
}

interface Candidate {
  readonly filter: number;
  readonly apply: ApplyFilter;
  readonly bytes: Uint8Array;
}

/**
 * Writes the differences between a row and its prediction. Returns the sum of their absolute
 * values, taking the bytes as signed.
 *
 * @param row like `above`, begins with a pixel of zeros, to the left of the first pixel
 */
type ApplyFilter = (
  row: Uint8Array,
  above: Uint8Array,
  pixelBytes: number,
  into: Uint8Array,
) => number;

const FILTERS: readonly (readonly [number, ApplyFilter])[] = [
  [0, none],
  [1, sub],
  [2, up],
  [4, paeth],
];

/**
 * Filters an image's rows in order. For each row, picks the filter whose output has the smallest
 * sum, because that compresses best.
 *
 * @param rowBytes bytes per row
 * @param pixelBytes the distance to the left neighbour of a byte
 */
function createRowFilter(rowBytes: number, pixelBytes: number) {
  let above = new Uint8Array(pixelBytes + rowBytes);
  let row = new Uint8Array(pixelBytes + rowBytes);
  const candidates = FILTERS.map(
    ([filter, apply]): Candidate => ({ filter, apply, bytes: new Uint8Array(rowBytes) }),
  );
  return {
    /** Writes the filter's number and then the filtered row to `into`. */
    filter(pixels: Uint8Array, into: Uint8Array): void {
      row.set(pixels, pixelBytes);
      let best = candidates[0];
      let smallest = Number.POSITIVE_INFINITY;
      for (const candidate of candidates) {
        const sum = candidate.apply(row, above, pixelBytes, candidate.bytes);
        if (sum >= smallest) continue;
        smallest = sum;
        best = candidate;
      }
      if (!best) return;
      into[0] = best.filter;
      into.set(best.bytes, 1);
      [row, above] = [above, row];
    },
  };
}

// One function per filter, because a shared one would take twice as long.

function none(row: Uint8Array, _: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = row[at] ?? 0;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function sub(row: Uint8Array, _: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = ((row[at] ?? 0) - (row[at - pixelBytes] ?? 0)) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function up(row: Uint8Array, above: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const byte = ((row[at] ?? 0) - (above[at] ?? 0)) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}

function paeth(row: Uint8Array, above: Uint8Array, pixelBytes: number, into: Uint8Array): number {
  let sum = 0;
  for (let at = pixelBytes; at < row.length; at += 1) {
    const left = row[at - pixelBytes] ?? 0;
    const over = above[at] ?? 0;
    const corner = above[at - pixelBytes] ?? 0;
    const fromLeft = Math.abs(over - corner);
    const fromOver = Math.abs(left - corner);
    const fromCorner = Math.abs(left + over - 2 * corner);
    let predicted = corner;
    if (fromLeft <= fromOver && fromLeft <= fromCorner) predicted = left;
    else if (fromOver <= fromCorner) predicted = over;
    const byte = ((row[at] ?? 0) - predicted) & 0xff;
    into[at - pixelBytes] = byte;
    sum += byte < 128 ? byte : 256 - byte;
  }
  return sum;
}
