import type { SpirvModule } from './binary.ts';

/** A literal string's bytes without their NUL, and the word after it. */
export interface StringPlace {
  readonly bytes: Uint8Array;
  readonly next: number;
}

/** Finds the literal string that starts at word `at`; undefined if it has no NUL before `end`. */
export function findString(module: SpirvModule, at: number, end: number): StringPlace | undefined {
  const nul = module.bytes.subarray(0, end * 4).indexOf(0, at * 4);
  if (nul < 0) return undefined;
  return { bytes: module.bytes.subarray(at * 4, nul), next: (nul >>> 2) + 1 };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are no UTF-8 become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** One character a byte. */
export function decodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
