import { fail, ok, type Result } from './result.ts';
import { quoted } from './text.ts';

/** Bytes that become text at a time: few enough for an argument list, and whole groups of three. */
const CHUNK_BYTES = 3 * 8192;

/** The bytes in the URL-safe alphabet of RFC 4648, section 5, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_BYTES))));
  }
  return parts.join('').replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Reads both alphabets of RFC 4648, with padding or without. Fails with what is wrong, as the end of a
 * sentence.
 */
export function decodeBase64(text: string): Result<Uint8Array<ArrayBuffer>> {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const strange = digits.search(/[^A-Za-z0-9+/]/);
  if (strange >= 0) {
    const character = String.fromCodePoint(digits.codePointAt(strange) ?? 0);
    return fail(`its character ${strange + 1}, ${quoted(character)}, is not of base64`);
  }
  if (digits.length % 4 === 1) return fail('its last character is missing or one too many');
  const binary = atob(digits);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return ok(bytes);
}
