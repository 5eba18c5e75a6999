import { bytesText } from '#core/util/bytesText.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { crc32 } from './crc32.ts';
import { inflate, inPieces } from './streams.ts';
import { findDirectory, MAX_END_LENGTH, readDirectory, type ZipEntry } from './zipDirectory.ts';

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
