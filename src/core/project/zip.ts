import { bytesText } from '#core/util/countText.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { nextTask } from '#core/util/slices.ts';
import { quoted } from '#core/util/text.ts';
import { crc32 } from '#core/util/zlib.ts';

interface UnpackedFile {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface UnpackLimits {
  /** Maximum size of one file, in bytes. */
  readonly fileBytes: number;
  /** Maximum total size of the unpacked files, in bytes. */
  readonly totalBytes: number;
  isWanted(path: string): boolean;
}

const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;

/**
 * Unpacks the wanted files of a zip archive, all or none. The archive is untrusted: the sizes it
 * claims are checked before and again during unpacking. The error message omits the archive's name.
 */
export async function readZip(
  archive: Blob,
  limits: UnpackLimits,
): Promise<Result<readonly UnpackedFile[]>> {
  try {
    const listed = await listZip(archive);
    if (!listed.ok) return listed;
    const wanted = listed.value.filter(({ path }) => limits.isWanted(path));
    const claimed = checkClaims(wanted, limits);
    if (!claimed.ok) return claimed;
    const files: UnpackedFile[] = [];
    for (const entry of wanted) {
      const bytes = await unpack(archive, entry);
      if (!bytes.ok) return bytes;
      files.push({ path: entry.path, bytes: bytes.value });
    }
    return ok(files);
  } catch {
    return fail('It cannot be read. It may have been moved or changed: choose it again.');
  }
}

/** Lists the files in an archive, as its directory claims. */
export async function listZip(archive: Blob): Promise<Result<readonly ZipEntry[]>> {
  const tail = await viewOf(archive.slice(-MAX_END_LENGTH));
  const place = findDirectory(tail, archive.size);
  if (!place.ok) return place;
  const { offset, length, count } = place.value;
  return readDirectory(await viewOf(archive.slice(offset, offset + length)), count);
}

function checkClaims(
  entries: readonly ZipEntry[],
  { fileBytes, totalBytes }: UnpackLimits,
): Result<void> {
  const large = entries.find(({ size }) => size > fileBytes);
  if (large) {
    return fail(
      `${quoted(large.path)} in it has ${bytesText(large.size)}; a file has at most ${bytesText(fileBytes)}. Leave it out of the archive.`,
    );
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= totalBytes) return ok(undefined);
  return fail(
    `Its files have ${bytesText(total)}; a project has at most ${bytesText(totalBytes)}. Make an archive of fewer files.`,
  );
}

/** Unpacks one file, but never more of it than its entry claims. */
async function unpack(archive: Blob, entry: ZipEntry): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const { path, size, packedSize, isPacked, offset } = entry;
  const header = await viewOf(archive.slice(offset, offset + LOCAL_LENGTH));
  if (header.byteLength < LOCAL_LENGTH || header.getUint32(0, true) !== LOCAL) return damaged(path);
  const start = offset + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = new Uint8Array(await archive.slice(start, start + packedSize).arrayBuffer());
  if (packed.length !== packedSize) return damaged(path);
  const bytes = new Uint8Array(size);
  let length = 0;
  let crc = 0;
  const take = (part: Uint8Array<ArrayBuffer>) => {
    const fits = length + part.length <= size;
    if (fits) {
      bytes.set(part, length);
      crc = crc32(part, crc);
    }
    length += part.length;
    return fits;
  };
  try {
    await (isPacked ? inflate(packed, take) : inPieces(packed, take));
  } catch {
    return damaged(path);
  }
  if (length > size) {
    return fail(
      `${quoted(path)} in it is larger than the archive claims, as in a zip bomb. Nothing was opened. Get the archive from a source that you trust.`,
    );
  }
  return length === size && crc === entry.crc ? ok(bytes) : damaged(path);
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}

function damaged(path: string): Result<never> {
  return fail(`${quoted(path)} in it is damaged. Get the archive again.`);
}

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

/** How long a task may take, in milliseconds, so that the page stays responsive. */
const TASK = 8;

/** Call between small pieces of work; waits for a new task when the current one is long. */
function createPauses(): () => Promise<void> {
  let end = performance.now() + TASK;
  return async () => {
    if (performance.now() < end) return;
    await nextTask();
    end = performance.now() + TASK;
  };
}

/** Bytes of a packed file to unpack at once. They expand at most 1,032-fold. */
const UNPACKED_AT_ONCE = 1024;

/** Bytes of a file to pack at once. */
const PACKED_AT_ONCE = 64 * 1024;

/**
 * Unpacks what `deflate` packed. Rejects if the bytes are damaged.
 *
 * @param take receives the bytes in order; return false to stop
 */
function inflate(packed: Uint8Array<ArrayBuffer>, take: Take): Promise<void> {
  return pump(packed, new DecompressionStream('deflate-raw'), UNPACKED_AT_ONCE, take);
}

/** Packs bytes in the raw format of zip archives. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await pump(bytes, new CompressionStream('deflate-raw'), PACKED_AT_ONCE, (part) => {
    parts.push(part);
    return true;
  });
  return new Blob(parts);
}

/** Passes bytes on unchanged, piece by piece. */
async function inPieces(bytes: Uint8Array<ArrayBuffer>, take: Take): Promise<void> {
  const pause = createPauses();
  for (let at = 0; at < bytes.length; at += PACKED_AT_ONCE) {
    if (!take(bytes.subarray(at, at + PACKED_AT_ONCE))) return;
    await pause();
  }
}

type Take = (part: Uint8Array<ArrayBuffer>) => boolean;

async function pump(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  atOnce: number,
  take: Take,
): Promise<void> {
  const reader = readable.getReader();
  const feeding = feed(bytes, writable.getWriter(), atOnce);
  // The reader reports the same error.
  feeding.catch(() => undefined);
  const pause = createPauses();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return feeding;
    if (!take(value)) return reader.cancel();
    await pause();
  }
}

async function feed(
  bytes: Uint8Array<ArrayBuffer>,
  writer: WritableStreamDefaultWriter<BufferSource>,
  atOnce: number,
): Promise<void> {
  const pause = createPauses();
  for (let at = 0; at < bytes.length; at += atOnce) {
    await writer.write(bytes.subarray(at, at + atOnce));
    await pause();
  }
  await writer.close();
}

/** A file in a zip archive, as described by the archive's directory. */
interface ZipEntry {
  /** With `/` between folders; always inside the archive. */
  readonly path: string;
  readonly isPacked: boolean;
  readonly crc: number;
  readonly packedSize: number;
  /** The unpacked size, as the archive claims. */
  readonly size: number;
  /** The offset of the local header from the start of the archive. */
  readonly offset: number;
}

/** The most files and folders in an archive. A project has at most 200 sources. */
const MAX_ENTRIES = 2000;

const END = 0x06054b50;
const END_LENGTH = 22;
/** The size of the end record with the longest comment. */
const MAX_END_LENGTH = END_LENGTH + 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
/** Stands for a number that only a Zip64 record can hold. */
const IN_ZIP64 = 0xffffffff;

interface DirectoryPlace {
  readonly offset: number;
  readonly length: number;
  readonly count: number;
}

/**
 * Finds the directory by the record at the archive's end.
 *
 * @param tail the last `MAX_END_LENGTH` bytes, or all if there are fewer
 * @param size the archive's size in bytes
 */
function findDirectory(tail: DataView, size: number): Result<DirectoryPlace> {
  const at = findEnd(tail);
  if (at === null) return fail('It is not a zip archive. Choose a file that ends in .zip.');
  const isSplit = tail.getUint16(at + 4, true) !== tail.getUint16(at + 6, true);
  const count = tail.getUint16(at + 10, true);
  const length = tail.getUint32(at + 12, true);
  const offset = tail.getUint32(at + 16, true);
  if (count === 0xffff || length === IN_ZIP64 || offset === IN_ZIP64) return zip64();
  if (isSplit || count !== tail.getUint16(at + 8, true)) {
    return fail('It is one part of a split archive. Make one archive of the whole project.');
  }
  if (count > MAX_ENTRIES) {
    return fail(
      `It has ${count.toLocaleString('en')} files and folders; at most ${MAX_ENTRIES.toLocaleString('en')} are read. Make an archive of the shader’s files only.`,
    );
  }
  return offset + length <= size
    ? ok({ offset, length, count })
    : damagedDirectory('its end is cut off');
}

/** The last end record whose comment reaches the end of the archive. */
function findEnd(tail: DataView): number | null {
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    if (at + END_LENGTH + tail.getUint16(at + 20, true) === tail.byteLength) return at;
  }
  return null;
}

/** Reads the directory's files, without folders. Fails if any entry is dangerous or unreadable. */
function readDirectory(directory: DataView, count: number): Result<readonly ZipEntry[]> {
  const entries: ZipEntry[] = [];
  const paths = new Set<string>();
  let at = 0;
  for (let read = 0; read < count; read += 1) {
    if (at + ENTRY_LENGTH > directory.byteLength || directory.getUint32(at, true) !== ENTRY) {
      return damagedDirectory('its list of files cannot be read');
    }
    const nameLength = directory.getUint16(at + 28, true);
    const restLength = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    const next = at + ENTRY_LENGTH + nameLength + restLength;
    if (next > directory.byteLength) return damagedDirectory('its list of files cannot be read');
    const path = textAt(directory, at + ENTRY_LENGTH, nameLength);
    const entry = readEntry(directory, at, path);
    if (!entry.ok) return entry;
    if (paths.has(path)) return fail(`It has two files ${quoted(path)}. Make the archive again.`);
    paths.add(path);
    if (!path.endsWith('/')) entries.push(entry.value);
    at = next;
  }
  return ok(entries);
}

function readEntry(directory: DataView, at: number, path: string): Result<ZipEntry> {
  const reason = pathFault(path);
  if (reason !== null) return fail(reason);
  if (directory.getUint16(at + 8, true) & 1) {
    return fail(`${quoted(path)} in it is encrypted. Make the archive again without a password.`);
  }
  const method = directory.getUint16(at + 10, true);
  if (method !== STORED && method !== DEFLATED) {
    return fail(
      `${quoted(path)} in it is packed by method ${method}. Make the archive again with the usual method, Deflate.`,
    );
  }
  const packedSize = directory.getUint32(at + 20, true);
  const size = directory.getUint32(at + 24, true);
  const offset = directory.getUint32(at + 42, true);
  if ([packedSize, size, offset].includes(IN_ZIP64)) return zip64();
  const crc = directory.getUint32(at + 16, true);
  return ok({ path, isPacked: method === DEFLATED, crc, packedSize, size, offset });
}

/** Why a path could lead outside the archive; null if it cannot. */
function pathFault(path: string): string | null {
  const outside =
    path === '' ||
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    path.includes('\\') ||
    path.includes('\0') ||
    path.split('/').some((part) => part === '..' || part === '.');
  if (!outside) return null;
  return `It has a file with the path ${quoted(path)}, which does not stay inside the archive. Nothing was opened. Get the archive from a source that you trust.`;
}

function textAt(view: DataView, at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, length));
}

function zip64(): Result<never> {
  return fail(
    'It is in the Zip64 format, for archives of 4 GB or more. Make a smaller archive, of the shader’s files only.',
  );
}

function damagedDirectory(what: string): Result<never> {
  return fail(`It is damagedDirectory: ${what}. Get it again.`);
}
