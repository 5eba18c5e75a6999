/** Byte offsets in the binary's memory, which has 32-bit pointers. */
const TEXT_OF_EXCEPTION = 4;
const LENGTH_OF_TEXT = 8;
const CAPACITY_OF_TEXT = 12;
const CHARACTERS_OF_TEXT = 16;

/**
 * The text of one of Slang's own exceptions. The object's second word points to a counted string: a
 * header of four words (the third is the length, the fourth the capacity), then UTF-8 and a zero.
 *
 * @param exception the address of the thrown object
 * @returns null if there is no text, or if memory does not look like this
 */
export function readExceptionText(memory: ArrayBuffer, exception: number): string | null {
  const view = new DataView(memory);
  const wordAt = (address: number): number | null =>
    address > 0 && address % 4 === 0 && address + 4 <= memory.byteLength
      ? view.getUint32(address, true)
      : null;
  const text = wordAt(exception + TEXT_OF_EXCEPTION);
  if (text === null) return null;
  const length = wordAt(text + LENGTH_OF_TEXT);
  const capacity = wordAt(text + CAPACITY_OF_TEXT);
  if (!length || capacity === null || length > capacity) return null;
  const start = text + CHARACTERS_OF_TEXT;
  const end = start + length;
  if (end >= memory.byteLength || view.getUint8(end) !== 0) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(memory, start, length));
  } catch {
    return null;
  }
}
