import { bufferTooLarge } from '#core/plan/limitMessages.ts';

/** WebGPU copies and maps whole words, of so many bytes. */
const WORD = 4;

/**
 * The bytes of a buffer that holds so many.
 *
 * @param limit what the device takes at most
 * @throws with both figures, if it takes less
 */
export function bufferSize(name: string, bytes: number, limit: number): number {
  const size = Math.ceil(bytes / WORD) * WORD;
  if (size <= limit) return size;
  throw new Error(bufferTooLarge(name, size, limit));
}
