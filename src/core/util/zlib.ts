import { fail, ok, type Result } from './result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses with deflate, in the zlib format (RFC 1950). */
export async function deflate(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export type InflateFailure = 'not packed' | 'damaged' | 'too large';

/** The formats of RFC 1950, 1952 and 1951; the last has neither header nor checksum. */
type Format = 'deflate' | 'gzip' | 'deflate-raw';

/** Compressed bytes to inflate at a time. They grow at most about a thousandfold. */
const PIECE_BYTES = 2048;

/**
 * Inflates data in any deflate format and stops once the output exceeds `maxBytes`. Data that is
 * truncated, changed, or followed by other bytes is damaged; without a checksum that is not always
 * detected.
 */
export async function inflate(
  packed: Bytes,
  maxBytes: number,
): Promise<Result<Bytes, InflateFailure>> {
  const format = formatOf(packed);
  const stream = new DecompressionStream(format);
  const [, unpacked] = await Promise.all([
    feed(stream.writable, packed),
    collect(stream.readable, maxBytes),
  ]);
  if (!unpacked.ok) {
    const isGarbage = format === 'deflate-raw' && unpacked.error === 'damaged';
    return isGarbage ? fail('not packed') : unpacked;
  }
  return isWhole(format, packed, unpacked.value) ? unpacked : fail('damaged');
}

function formatOf([first = 0, second = 0]: Bytes): Format {
  if (first === 0x1f && second === 0x8b) return 'gzip';
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return isZlib ? 'deflate' : 'deflate-raw';
}

/** Some implementations ignore bytes after the end, so check that the trailer is at the end. */
function isWhole(format: Format, packed: Bytes, unpacked: Bytes): boolean {
  if (format === 'deflate-raw') return true;
  const trailer = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4);
  return format === 'gzip'
    ? trailer.getUint32(0, true) === unpacked.length
    : trailer.getUint32(0) === adler32(unpacked);
}

/**
 * Writes small pieces, each after the previous one is read. Otherwise a zip bomb would inflate all
 * at once.
 */
async function feed(writable: WritableStream<Bytes>, bytes: Bytes): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      await writer.write(bytes.subarray(offset, offset + PIECE_BYTES));
    }
    await writer.close();
  } catch {
    // The reading side fails too and reports the error.
  }
}

async function collect(
  readable: ReadableStream<Bytes>,
  maxBytes: number,
): Promise<Result<Bytes, InflateFailure>> {
  const reader = readable.getReader();
  const chunks: Bytes[] = [];
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > maxBytes) {
        await reader.cancel();
        return fail('too large');
      }
      chunks.push(next.value);
    }
  } catch {
    return fail('damaged');
  }
  return ok(new Uint8Array(await new Blob(chunks).arrayBuffer()));
}

/** This many byte sums stay below 2^31. */
const ADLER_RUN = 3800;

function adler32(bytes: Bytes): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < bytes.length; start += ADLER_RUN) {
    const end = Math.min(start + ADLER_RUN, bytes.length);
    for (let index = start; index < end; index += 1) {
      low += bytes[index] ?? 0;
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return high * 65536 + low;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  }
  return remainder;
});

/**
 * The CRC-32 of zip archives (ISO 3309).
 *
 * @param before the CRC of the preceding bytes; 0 if there are none
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
