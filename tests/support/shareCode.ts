import { deflateSync } from 'node:zlib';

/** A text as a share link's `code`: zlib, then URL-safe base64. */
export function codeOf(text: string, level = 9): string {
  return deflateSync(text, { level }).toString('base64url');
}
