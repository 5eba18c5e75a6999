import { fail, ok, type Result } from './result.ts';
import { quoted } from './text.ts';

/** Bytes per chunk: few enough for an argument list, and a multiple of three. */
const CHUNK_BYTES = 3 * 8192;

/** Encodes bytes in the alphabet of RFC 4648, section 4, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(offset, offset + CHUNK_BYTES))));
  }
  return parts.join('');
}

/** Encodes bytes in the URL-safe alphabet of RFC 4648, section 5, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}

/**
 * Decodes both alphabets of RFC 4648, with or without padding. The failure's text continues a
 * sentence.
 */
export function decodeBase64(text: string): Result<Uint8Array<ArrayBuffer>> {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const invalid = digits.search(/[^A-Za-z0-9+/]/);
  if (invalid >= 0) {
    const character = String.fromCodePoint(digits.codePointAt(invalid) ?? 0);
    return fail(`its character ${invalid + 1}, ${quoted(character)}, is not a base64 character`);
  }
  if (digits.length % 4 === 1) return fail('its length is wrong: a character is missing or extra');
  const binary = atob(digits);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return ok(bytes);
}
