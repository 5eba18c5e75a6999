/** How a text file is encoded, apart from its characters. */
export interface TextFormat {
  readonly hasMark: boolean;
  readonly lineBreak: '\n' | '\r\n';
}

export interface SourceText {
  /** With `\n` line breaks, as in the editor. */
  readonly text: string;
  readonly format: TextFormat;
}

export const PLAIN_FORMAT: TextFormat = { hasMark: false, lineBreak: '\n' };

const MARK = '\uFEFF';

/** Decodes UTF-8; null if the bytes are not UTF-8 text. */
export function readSourceText(bytes: ArrayBuffer): SourceText | null {
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  // Binary files may be valid UTF-8, but no source contains a NUL.
  if (whole.includes('\0')) return null;
  const hasMark = whole.startsWith(MARK);
  const text = hasMark ? whole.slice(1) : whole;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return { text: text.replaceAll(/\r\n?/g, '\n'), format: { hasMark, lineBreak } };
}

/** File content for a text, with the file's original line breaks and byte order mark. */
export function writtenText(text: string, { hasMark, lineBreak }: TextFormat): string {
  return (hasMark ? MARK : '') + (lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak));
}
