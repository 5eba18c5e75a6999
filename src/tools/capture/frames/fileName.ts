/** Characters that file systems refuse, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: file names must not have them
const REFUSED = /[\\/:*?"<>|\u0000-\u001f\u007f]+/g;
/** Characters; file systems take 255 bytes. */
const MAX_LENGTH = 100;

/**
 * A name that every file system takes, with this extension and no other of its kind.
 *
 * @param extension such as `.png`
 */
export function fileName(wanted: string, extension: string): string {
  const cleaned = wanted.replaceAll(REFUSED, '-').trim();
  const stem = cleaned.toLowerCase().endsWith(extension)
    ? cleaned.slice(0, -extension.length)
    : cleaned;
  // Windows drops dots at the end; a dot in front hides a file.
  const visible = [...stem.replace(/^[.\s]+|[.\s]+$/g, '')].slice(0, MAX_LENGTH).join('');
  return `${visible === '' ? 'picture' : visible}${extension}`;
}

/** The name of a frame in an archive, so that names sort as frames do. */
export function frameName(frame: number, last: number): string {
  const digits = Math.max(4, String(last).length);
  return `frame-${String(frame).padStart(digits, '0')}.png`;
}
