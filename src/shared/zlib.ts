import { fail, ok, type Result } from './result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Compresses with deflate, in the zlib format (RFC 1950). */
export async function deflate(bytes: Bytes): Promise<Bytes> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export type InflateFailure = 'not zlib' | 'damaged' | 'too large';

/** Bytes that are unpacked at a time. They become a thousand times as many at worst. */
const PIECE_BYTES = 2048;

/**
 * Unpacks the zlib format, and stops as soon as there are more than `maxBytes`. Data that is cut off
 * or changed, or that has something behind its end, is damaged.
 */
export async function inflate(
  packed: Bytes,
  maxBytes: number,
): Promise<Result<Bytes, InflateFailure>> {
  if (!hasZlibHeader(packed)) return fail('not zlib');
  const stream = new DecompressionStream('deflate');
  const [, unpacked] = await Promise.all([
    feed(stream.writable, packed),
    collect(stream.readable, maxBytes),
  ]);
  if (!unpacked.ok) return unpacked;
  // Not every implementation notices what stands behind the end; the checksum is there otherwise.
  const trailer = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - 4);
  return trailer.getUint32(0) === adler32(unpacked.value) ? unpacked : fail('damaged');
}

function hasZlibHeader([method = 0, flags = 0]: Bytes): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

/** Small pieces, each when the one before has been read: a whole bomb would unpack at once. */
async function feed(writable: WritableStream<Bytes>, bytes: Bytes): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      await writer.write(bytes.subarray(offset, offset + PIECE_BYTES));
    }
    await writer.close();
  } catch {
    // The reader's side fails too, and tells.
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

/** So many sums of bytes stay below 2^31. */
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
