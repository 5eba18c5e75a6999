import type { Code } from './readCode.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How far a name's meaning goes back: to the line that it first stands in, and to the names in that. */
const DEPTH = 2;

/**
 * A hash of each line, equal for lines that mean the same, however names are numbered: a name is what
 * stays of it without its number, with the meaning of the first line that it stands in.
 */
export function lineMeanings({ lines, roots }: Code): number[] {
  const first = firstLines(lines, roots.length);
  let meanings: readonly number[] = roots;
  let hashes = hashesOf(lines, meanings);
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const known = hashes;
    meanings = roots.map((root, name) => mix(root, known[first[name] ?? -1] ?? -1));
    hashes = hashesOf(lines, meanings);
  }
  return hashes;
}

/**
 * A hash of each line, given a number for each name. It is faster than a key, and good enough to find
 * lines that may be the same.
 */
export function hashesOf(lines: Code['lines'], names: ArrayLike<number>): number[] {
  return lines.map(({ tokens }) => {
    let low = 7;
    let high = tokens.length;
    for (const token of tokens) {
      const value = token < 0 ? mix(1, names[~token] ?? 0) : mix(2, token);
      low = mix(low, value);
      high = mix(high + 0x1234567, value);
    }
    // 53 bits.
    return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
  });
}

function mix(seed: number, value: number): number {
  let mixed = Math.imul((seed ^ 0x9e3779b9) + (value | 0), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** A key for each line, given a number for each name: equal if and only if the lines are. */
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
