/** How a text file was written, beyond its characters. */
export interface TextFormat {
  readonly hasMark: boolean;
  readonly lineBreak: '\n' | '\r\n';
}

export interface SourceText {
  /** With `\n` as line break, as the editor has it. */
  readonly text: string;
  readonly format: TextFormat;
}

export const PLAIN_FORMAT: TextFormat = { hasMark: false, lineBreak: '\n' };

const MARK = '\uFEFF';

/** Reads UTF-8; null if the bytes are something else. */
export function readSourceText(bytes: ArrayBuffer): SourceText | null {
  let whole: string;
  try {
    whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  // Binary files may be good UTF-8, but no source has this character.
  if (whole.includes('\0')) return null;
  const hasMark = whole.startsWith(MARK);
  const text = hasMark ? whole.slice(1) : whole;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  return { text: text.replaceAll(/\r\n?/g, '\n'), format: { hasMark, lineBreak } };
}

/** The content of the file with this text, in the format that it had. */
export function writtenText(text: string, { hasMark, lineBreak }: TextFormat): string {
  return (hasMark ? MARK : '') + (lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak));
}
