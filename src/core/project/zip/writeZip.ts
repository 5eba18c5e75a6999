import { crc32 } from './crc32.ts';
import { deflate, inPieces } from './streams.ts';

export interface PackedFile {
  /** With `/` between folders, and without a leading slash. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface WrittenFile {
  /** From the start of the archive. */
  readonly offset: number;
  readonly name: Uint8Array<ArrayBuffer>;
  /** The fields that the local header and the directory entry share. */
  readonly common: Uint8Array<ArrayBuffer>;
}

const STORED = 0;
const DEFLATED = 8;
/** Version 2.0 of the format, which supports folders and Deflate. */
const VERSION = 20;
/** The flag for UTF-8 names. */
const UTF_8 = 0x0800;

/** Formats that are already compressed. */
const NOT_PACKED = /\.(?:png|jpe?g|webp|avif)$/i;

/** Bytes of the end record, which follows the directory. */
const END_SIZE = 22;

/** The limits of archives without Zip64. */
export const MAX_ZIP_FILES = 0xffff;
export const MAX_ZIP_BYTES = 0xffffffff;

/** Writes a zip archive as its files arrive. */
export type ZipWriter = ReturnType<typeof createZipWriter>;

/** Creates a zip archive. The files' paths must differ. */
export async function writeZip(files: readonly PackedFile[], date = new Date()): Promise<Blob> {
  const parts: Blob[] = [];
  const writer = createZipWriter(async (part) => void parts.push(part), date);
  for (const file of files) await writer.add(file);
  await writer.end();
  return new Blob(parts, { type: 'application/zip' });
}

/** @param write receives the parts of the archive in order */
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
    /** Adds a file with a new path. Wait for each call before the next. */
    async add({ path, bytes }: PackedFile) {
      const name = new TextEncoder().encode(path);
      const packed = NOT_PACKED.test(path) ? null : await deflate(bytes);
      // Compression makes short files longer.
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
    /** Call after the last file. */
    end: () =>
      add([...written.flatMap(entryOf), endOf(written.length, offset, offset + directorySize)]),
    /** The size of the archive in bytes if it ended now. */
    size: (): number => offset + directorySize + END_SIZE,
  };
}

function entryOf({ offset, name, common }: WrittenFile): readonly Uint8Array<ArrayBuffer>[] {
  const begin = fields([
    [4, 0x02014b50],
    [2, VERSION],
  ]);
  // No extra field, comment, disk number or attributes.
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

/** Little-endian numbers of 2 or 4 bytes. */
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

/** Local time in steps of two seconds, as archives store it. */
function dosTime(date: Date): number {
  const day = (Math.max(date.getFullYear() - 1980, 0) << 9) | ((date.getMonth() + 1) << 5);
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return (((day | date.getDate()) << 16) | time) >>> 0;
}
