import { bufferTooLarge } from '#core/plan/limitMessages.ts';

/** WebGPU copies and maps buffers in words of this many bytes. */
const WORD = 4;

/**
 * Rounds the size of a buffer up to whole words.
 *
 * @param limit the device's maximum
 * @throws with both figures if the size exceeds the limit
 */
export function bufferSize(name: string, bytes: number, limit: number): number {
  const size = Math.ceil(bytes / WORD) * WORD;
  if (size <= limit) return size;
  throw new Error(bufferTooLarge(name, size, limit));
}
