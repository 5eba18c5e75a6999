import type { Text } from '@codemirror/state';
import type { Position } from 'vscode-languageserver-protocol';
import { readTokens, type Token } from '#core/source/tokens.ts';
import { partitionPoint } from '#core/util/partitionPoint.ts';

/** A snapshot of a project file, taken when a command begins. */
export interface ProjectText {
  readonly id: number;
  /** For example `user.slang` or `lib/noise.slang`. */
  readonly path: string;
  readonly uri: string;
  readonly doc: Text;
}

/** An occurrence of a name in a file; offsets are in UTF-16 units. */
export interface NamePlace {
  readonly file: ProjectText;
  readonly from: number;
  readonly to: number;
}

export type NameStart = Pick<NamePlace, 'file' | 'from'>;

/** A key that is equal for places that begin at the same character of the same file. */
export function keyOf({ file, from }: NameStart): string {
  return `${file.id}:${from}`;
}

export function positionAt({ doc }: ProjectText, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

const read = new WeakMap<Text, readonly Token[]>();

/** The tokens of a text, which is tokenized only once. */
export function tokensOf({ doc }: ProjectText): readonly Token[] {
  const known = read.get(doc);
  if (known) return known;
  const tokens = readTokens(doc.toString());
  read.set(doc, tokens);
  return tokens;
}

/** Groups the places by file and keeps their order. */
export function byFile(
  places: readonly NamePlace[],
): readonly { readonly file: ProjectText; readonly places: readonly NamePlace[] }[] {
  const groups = new Map<ProjectText, NamePlace[]>();
  for (const place of places) {
    const group = groups.get(place.file);
    if (group) group.push(place);
    else groups.set(place.file, [place]);
  }
  return [...groups].map(([file, group]) => ({ file, places: group }));
}

/** The index of the first token that ends after the offset. */
export function tokenIndexAt(tokens: readonly Token[], offset: number): number {
  return partitionPoint(0, tokens.length, (index) => (tokens[index]?.to ?? 0) <= offset);
}

const WORD = /[\w\u0080-\uffff]/;

/** The offsets where the name is a whole word, including in comments and strings. */
export function wordStarts(text: string, name: string): number[] {
  const starts: number[] = [];
  // Do not build a regular expression from the name: one of 50,000 characters is too large for the
  // browser.
  for (let at = text.indexOf(name); at >= 0 && name !== ''; at = text.indexOf(name, at + 1)) {
    const isWhole = !WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + name.length));
    if (isWhole) starts.push(at);
  }
  return starts;
}

/** The word around or ending at an offset; null if there is none, or if it is a number. */
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
