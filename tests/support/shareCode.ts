import { deflateSync } from 'node:zlib';

/** A text as the `code` of a share link: zlib, then base64 for URLs. */
export function codeOf(text: string, level = 9): string {
  return deflateSync(text, { level }).toString('base64url');
}
