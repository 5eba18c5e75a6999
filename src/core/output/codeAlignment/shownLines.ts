import { isLineDirective } from '#core/output/lineDirectives.ts';
import { firstMapped, type PackedMap } from './packedMap.ts';

/** The lines of target code that a reader wants to see. */
export interface ShownLines {
  /** One-based, in order, without directives. */
  readonly lines: readonly number[];
  /** How many lines before these are left out, because they are a long prelude. */
  readonly prelude: number;
}

/** A longer prelude would push down the code on both sides. */
const MAX_PRELUDE = 5;

/**
 * Leaves out `#line` directives, the blank line before each, and, unless it is wanted, a long prelude:
 * what comes before the first line with an origin.
 */
export function shownLines(
  texts: readonly string[],
  map: PackedMap | null,
  showsPrelude: boolean,
): ShownLines {
  const prelude = showsPrelude ? 0 : preludeLength(texts, map);
  const lines: number[] = [];
  for (let index = prelude; index < texts.length; index += 1) {
    const text = texts[index] ?? '';
    const next = texts[index + 1];
    // The text ends with a line break, or a blank line.
    if (next === undefined && text === '') continue;
    if (isLineDirective(text)) continue;
    if (text.trim() === '' && next !== undefined && isLineDirective(next)) continue;
    lines.push(index + 1);
  }
  return { lines, prelude };
}

function preludeLength(texts: readonly string[], map: PackedMap | null): number {
  const mapped = map ? firstMapped(map) : -1;
  let first = mapped >= 0 ? mapped : texts.findIndex((text) => isLineDirective(text));
  while (isLineDirective(texts[first - 1] ?? '')) first -= 1;
  return first > MAX_PRELUDE ? first : 0;
}
