import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';

/** A file in a zip archive, as described by the archive's directory. */
export interface ZipEntry {
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
export const MAX_ENTRIES = 2000;

const END = 0x06054b50;
const END_LENGTH = 22;
/** The size of the end record with the longest comment. */
export const MAX_END_LENGTH = END_LENGTH + 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
/** Stands for a number that only a Zip64 record can hold. */
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

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
export function findDirectory(tail: DataView, size: number): Result<DirectoryPlace> {
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
  return offset + length <= size ? ok({ offset, length, count }) : damaged('its end is cut off');
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
export function readDirectory(directory: DataView, count: number): Result<readonly ZipEntry[]> {
  const entries: ZipEntry[] = [];
  const paths = new Set<string>();
  let at = 0;
  for (let read = 0; read < count; read += 1) {
    if (at + ENTRY_LENGTH > directory.byteLength || directory.getUint32(at, true) !== ENTRY) {
      return damaged('its list of files cannot be read');
    }
    const nameLength = directory.getUint16(at + 28, true);
    const restLength = directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
    const next = at + ENTRY_LENGTH + nameLength + restLength;
    if (next > directory.byteLength) return damaged('its list of files cannot be read');
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

function damaged(what: string): Result<never> {
  return fail(`It is damaged: ${what}. Get it again.`);
}
