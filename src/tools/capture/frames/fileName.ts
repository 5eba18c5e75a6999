/** Characters that file systems reject, including control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not contain them
const REFUSED = /[\\/:*?"<>|\u0000-\u001f\u007f]+/g;
/** In characters, and in bytes of UTF-8. File systems allow 255 bytes. */
const MAX_LENGTH = 100;
const MAX_BYTES = 240;

/**
 * A name that is valid on every file system, with this extension once.
 *
 * @param extension such as `.png`
 */
export function fileName(wanted: string, extension: string): string {
  const cleaned = wanted.replaceAll(REFUSED, '-').trim();
  const stem = cleaned.toLowerCase().endsWith(extension)
    ? cleaned.slice(0, -extension.length)
    : cleaned;
  // Windows drops trailing dots, and a leading dot hides a file.
  const visible = [...stem.replace(/^[.\s]+|[.\s]+$/g, '')].slice(0, MAX_LENGTH);
  while (bytesOf(visible.join('')) > MAX_BYTES) visible.pop();
  return `${visible.length === 0 ? 'picture' : visible.join('')}${extension}`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A frame's name in an archive, padded so that names sort in frame order. */
export function frameName(frame: number, last: number): string {
  const digits = Math.max(4, String(last).length);
  return `frame-${String(frame).padStart(digits, '0')}.png`;
}
