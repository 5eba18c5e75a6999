import { nextTask } from '#core/util/slices.ts';

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
export function inflate(packed: Uint8Array<ArrayBuffer>, take: Take): Promise<void> {
  return pump(packed, new DecompressionStream('deflate-raw'), UNPACKED_AT_ONCE, take);
}

/** Packs bytes in the raw format of zip archives. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await pump(bytes, new CompressionStream('deflate-raw'), PACKED_AT_ONCE, (part) => {
    parts.push(part);
    return true;
  });
  return new Blob(parts);
}

/** Passes bytes on unchanged, piece by piece. */
export async function inPieces(bytes: Uint8Array<ArrayBuffer>, take: Take): Promise<void> {
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
