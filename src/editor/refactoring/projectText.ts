import type { Text } from '@codemirror/state';
import type { Position } from 'vscode-languageserver-protocol';
import { readTokens, type Token } from '#program/source/tokens.ts';

/** A file of the project as it was when a command began. */
export interface ProjectText {
  readonly id: number;
  /** Such as `user.slang` or `lib/noise.slang`. */
  readonly path: string;
  /** As the language server knows it. */
  readonly uri: string;
  readonly doc: Text;
}

/** A name in a file; offsets are in UTF-16 units. */
export interface NamePlace {
  readonly file: ProjectText;
  readonly from: number;
  readonly to: number;
}

/** Equal for places that begin at the same character of the same file. */
export function keyOf({ file, from }: Pick<NamePlace, 'file' | 'from'>): string {
  return `${file.id}:${from}`;
}

export function positionAt({ doc }: ProjectText, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

/** A position outside of the text becomes the nearest one inside. */
export function offsetAt({ doc }: ProjectText, { line, character }: Position): number {
  const found = doc.line(Math.min(Math.max(line + 1, 1), doc.lines));
  return Math.min(found.from + character, found.to);
}

const read = new WeakMap<Text, readonly Token[]>();

/** The tokens of a text, which is read once. */
export function tokensOf({ doc }: Pick<ProjectText, 'doc'>): readonly Token[] {
  const known = read.get(doc);
  if (known) return known;
  const tokens = readTokens(doc.toString());
  read.set(doc, tokens);
  return tokens;
}

/** The index of the first token that ends behind the offset. */
export function tokenIndexAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.to ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

const WORD = /[\w\u0080-\uffff]/;

/** The word at an offset, also if the offset is its end; null if there is none, or a number. */
export function wordAt(
  doc: Text,
  offset: number,
): { from: number; to: number; text: string } | null {
  const line = doc.lineAt(offset);
  let from = offset - line.from;
  let to = from;
  while (from > 0 && WORD.test(line.text[from - 1] ?? '')) from -= 1;
  while (WORD.test(line.text[to] ?? '')) to += 1;
  const text = line.text.slice(from, to);
  return /^[^\d]/.test(text) ? { from: line.from + from, to: line.from + to, text } : null;
}
