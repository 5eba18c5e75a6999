import type { CompileTarget } from '#program/compileTarget.ts';
import type { WordRange } from './codeDifference.ts';
import type { Matches } from './matches.ts';
import { matchLines } from './matchLines.ts';
import { tokenPattern } from './readCode.ts';

/** A line that only one of the codes has. */
export interface OneSidedLine {
  readonly text: string;
  /** Equal for tokens that are equal once names are. */
  readonly words: readonly number[];
}

export interface HunkSides {
  readonly target: CompileTarget;
  readonly removed: readonly OneSidedLine[];
  readonly added: readonly OneSidedLine[];
}

/** In larger parts nobody compares lines by eye. */
const MAX_PAIRS = 2500;
const MAX_WORDS = 2000;

/** The part of its words that a line shares with the line that replaces it. */
const SIMILAR = 0.5;

/** Finds the lines that replace each other, and the words that they do not share. */
export function changedWords({ target, removed, added }: HunkSides): {
  readonly removed: WordRange[][];
  readonly added: WordRange[][];
} {
  const words = {
    removed: removed.map((): WordRange[] => []),
    added: added.map((): WordRange[] => []),
  };
  for (const [oldIndex, newIndex] of replacements(removed, added)) {
    const [before, after] = [removed[oldIndex], added[newIndex]];
    if (!before || !after) continue;
    const matches = matchWords(before.words, after.words);
    const kept = new Set(matches);
    words.removed[oldIndex] = rangesOf(target, before.text, (at) => (matches[at] ?? -1) < 0);
    words.added[newIndex] = rangesOf(target, after.text, (at) => !kept.has(at));
  }
  return words;
}

/** Word by word where the lines have the same shape: swapped operands are two changes, not a move. */
function matchWords(before: readonly number[], after: readonly number[]): Matches {
  const inPlace = Int32Array.from(before, (word, at) => (after[at] === word ? at : -1));
  const equal = inPlace.reduce((count, at) => (at < 0 ? count : count + 1), 0);
  const hasShape = before.length === after.length && equal >= before.length * SIMILAR;
  return hasShape ? inPlace : matchLines(before, after);
}

/** Pairs of similar lines, in order, as similar as possible. */
function replacements(
  removed: readonly OneSidedLine[],
  added: readonly OneSidedLine[],
): [oldIndex: number, newIndex: number][] {
  if (removed.length * added.length > MAX_PAIRS) return [];
  const width = added.length + 1;
  const likeness = removed.map((one) => added.map((other) => likenessOf(one.words, other.words)));
  /** The best sum for the lines from each pair of indices on. */
  const best = new Float64Array((removed.length + 1) * width);
  const bestAt = (one: number, other: number) => best[one * width + other] ?? 0;
  const withPair = (one: number, other: number) => {
    const alike = likeness[one]?.[other] ?? 0;
    return alike >= SIMILAR ? alike + bestAt(one + 1, other + 1) : 0;
  };
  for (let one = removed.length - 1; one >= 0; one -= 1) {
    for (let other = added.length - 1; other >= 0; other -= 1) {
      best[one * width + other] = Math.max(
        withPair(one, other),
        bestAt(one + 1, other),
        bestAt(one, other + 1),
      );
    }
  }
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  while (one < removed.length && other < added.length) {
    const most = bestAt(one, other);
    if (most === 0) break;
    if (withPair(one, other) === most) pairs.push([one++, other++]);
    else if (bestAt(one + 1, other) === most) one += 1;
    else other += 1;
  }
  return pairs;
}

/** From 0 for nothing in common to 1 for the same words. */
function likenessOf(one: readonly number[], other: readonly number[]): number {
  const longer = Math.max(one.length, other.length);
  if (longer > MAX_WORDS) return 0;
  const counts = new Map<number, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return common / longer;
}

/** The places of the tokens that have changed, those beside each other as one. */
function rangesOf(
  target: CompileTarget,
  text: string,
  isChanged: (token: number) => boolean,
): WordRange[] {
  const ranges: { from: number; to: number }[] = [];
  let index = 0;
  let wasChanged = false;
  for (const token of text.matchAll(tokenPattern(target))) {
    const changed = isChanged(index);
    const to = token.index + token[0].length;
    const last = ranges.at(-1);
    if (changed && wasChanged && last) last.to = to;
    else if (changed) ranges.push({ from: token.index, to });
    wasChanged = changed;
    index += 1;
  }
  return ranges;
}
