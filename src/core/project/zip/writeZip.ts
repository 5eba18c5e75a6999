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

/** Bytes behind the directory. */
const END_SIZE = 22;

/** What an archive of this kind can hold. */
export const MAX_ZIP_FILES = 0xffff;
export const MAX_ZIP_BYTES = 0xffffffff;

/** Makes a zip archive while its files come in. */
export type ZipWriter = ReturnType<typeof createZipWriter>;

/** Makes a zip archive of files whose paths are different. */
export async function writeZip(files: readonly PackedFile[], date = new Date()): Promise<Blob> {
  const parts: Blob[] = [];
  const writer = createZipWriter(async (part) => void parts.push(part), date);
  for (const file of files) await writer.add(file);
  await writer.end();
  return new Blob(parts, { type: 'application/zip' });
}

/** @param write gets the parts of the archive in their order */
export function createZipWriter(write: (part: Blob) => Promise<void>, date = new Date()) {
  const written: WrittenFile[] = [];
  let offset = 0;
  let directorySize = 0;
  const add = async (parts: readonly BlobPart[]) => {
    const part = new Blob([...parts]);
    offset += part.size;
    await write(part);
  };
  return {
    /** Its path is another than those before. Files come one at a time. */
    async add({ path, bytes }: PackedFile) {
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
      const file = { offset, name, common };
      written.push(file);
      for (const part of entryOf(file)) directorySize += part.length;
      const content = isPacked ? packed : bytes;
      await add([fields([[4, 0x04034b50]]), common, fields([[2, 0]]), name, content]);
    },
    /** No file comes any more. */
    end: () =>
      add([...written.flatMap(entryOf), endOf(written.length, offset, offset + directorySize)]),
    /** Bytes of the archive if it ended now. */
    size: (): number => offset + directorySize + END_SIZE,
  };
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
