import type { Code } from './readCode.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How far a name's meaning goes back: to the line that it first stands in, and to the names in that. */
const DEPTH = 2;

/**
 * A key for each line, equal for lines that mean the same, however names are numbered: a name is what
 * stays of it without its number, with the meaning of the first line that it stands in.
 */
export function lineMeanings({ lines, roots }: Code, vocabulary: Vocabulary): number[] {
  const first = firstLines(lines, roots.length);
  let meanings: readonly number[] = roots;
  let keys = keysOf(lines, meanings, vocabulary);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const known = keys;
    meanings = roots.map((root, name) => {
      const definition = known[first[name] ?? -1] ?? -1;
      return vocabulary.wordOf(`${root} in ${definition}`);
    });
    keys = keysOf(lines, meanings, vocabulary);
  }
  return keys;
}

/** A key for each line, given a number for each name. */
export function keysOf(
  lines: Code['lines'],
  names: ArrayLike<number>,
  vocabulary: Vocabulary,
): number[] {
  return lines.map(({ tokens }) => {
    let key = '';
    for (const token of tokens) key += token < 0 ? `n${names[~token] ?? -1} ` : `${token} `;
    return vocabulary.wordOf(key);
  });
}

/** The index of the first line that each name stands in. */
export function firstLines(lines: Code['lines'], count: number): Int32Array {
  const first = new Int32Array(count).fill(-1);
  for (const [index, { tokens }] of lines.entries()) {
    for (const token of tokens) if (token < 0 && first[~token] === -1) first[~token] = index;
  }
  return first;
}
