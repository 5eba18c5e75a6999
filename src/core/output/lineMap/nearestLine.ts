import type { Words } from './codeWords.ts';
import type { DeclarationIndex, DeclaredLines } from './declaredLines.ts';
import type { CodeFunction } from './lineMap.ts';
import type { Place } from './printedFiles.ts';

export function isInside({ known, from, to }: DeclaredLines, place: Place): boolean {
  return place.known === known && from <= place.line && place.line <= to;
}

/** The penalty per line of distance, after and before the expected line. */
const LOSS_AFTER = 0.05;
const LOSS_BEFORE = 0.5;

interface Found extends Place {
  readonly score: number;
}

/** The line that shares the most words, less a penalty for distance; null if none shares any. */
export function nearestSharing(
  { known, from, to }: DeclaredLines,
  words: Words,
  near: number,
): Found | null {
  let best: Found | null = null;
  for (let line = from; line <= to; line += 1) {
    const shared = weightShared(words, known.wordsAt(line));
    if (shared === 0) continue;
    const score = shared - (line < near ? (near - line) * LOSS_BEFORE : (line - near) * LOSS_AFTER);
    if (!best || score > best.score) best = { known, line, score };
  }
  return best;
}

/** The weight of the shared words: numbers and one-letter names count half. */
export function weightShared(some: Words, others: Words): number {
  let weight = 0;
  for (const word of some) {
    if (others.has(word)) weight += word.startsWith('#') || word.length === 1 ? 0.5 : 1;
  }
  return weight;
}

export function globalNamed(name: string, index: DeclarationIndex): Placed | null {
  const found = index.named(name).find(({ kind, isMember }) => kind === 'variable' && !isMember);
  return found ? { kind: 'line', place: { known: found.known, line: found.line } } : null;
}

/** Target code with the places from its `#line` directives. */
export interface PrintedCode {
  readonly lines: readonly string[];
  /** Index of the first line after a directive. */
  readonly start: number;
  readonly functions: readonly CodeFunction[];
  /** Null for lines without a place and for lines from the compiler's core module. */
  readonly places: readonly (Place | null)[];
  words(line: number): Words;
}

/** The place of a line, or the function that it comes from if its place is uncertain. */
export type Placed =
  | { readonly kind: 'line'; readonly place: Place }
  | { readonly kind: 'function'; readonly declared: DeclaredLines };
