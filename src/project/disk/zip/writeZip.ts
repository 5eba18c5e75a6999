import { crc32 } from './crc32.ts';
import { deflate, inPieces } from './streams.ts';

export interface PackedFile {
  /** Without a leading slash, with `/` between folders. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface WrittenFile {
  /** From the start of the archive. */
  readonly offset: number;
  readonly name: Uint8Array<ArrayBuffer>;
  /** What its local header and its entry in the directory have in common. */
  readonly common: Uint8Array<ArrayBuffer>;
}

const STORED = 0;
const DEFLATED = 8;
/** Version 2.0 of the format, which has folders and Deflate. */
const VERSION = 20;
/** Names are UTF-8. */
const UTF_8 = 0x0800;

/** Files that are packed already. */
const NOT_PACKED = /\.(?:png|jpe?g|webp|avif)$/i;

/** Makes a zip archive of files whose paths are different. */
export async function writeZip(files: readonly PackedFile[], date = new Date()): Promise<Blob> {
  const parts: BlobPart[] = [];
  const written: WrittenFile[] = [];
  let offset = 0;
  const add = (part: Blob | Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    offset += part instanceof Blob ? part.size : part.length;
  };
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path);
    const packed = NOT_PACKED.test(path) ? null : await deflate(bytes);
    // Packing makes short files longer.
    const isPacked = packed !== null && packed.size < bytes.length;
    const common = fields([
      [2, VERSION],
      [2, UTF_8],
      [2, isPacked ? DEFLATED : STORED],
      [4, dosTime(date)],
      [4, await crcOf(bytes)],
      [4, isPacked ? packed.size : bytes.length],
      [4, bytes.length],
      [2, name.length],
    ]);
    written.push({ offset, name, common });
    for (const part of [fields([[4, 0x04034b50]]), common, fields([[2, 0]]), name]) add(part);
    add(isPacked ? packed : bytes);
  }
  const start = offset;
  for (const file of written) for (const part of entryOf(file)) add(part);
  add(endOf(files.length, start, offset));
  return new Blob(parts, { type: 'application/zip' });
}

function entryOf({ offset, name, common }: WrittenFile): readonly Uint8Array<ArrayBuffer>[] {
  const begin = fields([
    [4, 0x02014b50],
    [2, VERSION],
  ]);
  // Extra field, comment, disk, attributes: none.
  const end = fields([
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  ]);
  return [begin, common, end, name];
}

function endOf(count: number, start: number, end: number): Uint8Array<ArrayBuffer> {
  return fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, end - start],
    [4, start],
    [2, 0],
  ]);
}

/** Numbers of 2 or 4 bytes, the lowest byte first. */
function fields(numbers: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of numbers) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return bytes;
}

async function crcOf(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  let crc = 0;
  await inPieces(bytes, (part) => {
    crc = crc32(part, crc);
    return true;
  });
  return crc;
}

/** Local time in steps of two seconds, as archives hold it. */
function dosTime(date: Date): number {
  const day = (Math.max(date.getFullYear() - 1980, 0) << 9) | ((date.getMonth() + 1) << 5);
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return (((day | date.getDate()) << 16) | time) >>> 0;
}
