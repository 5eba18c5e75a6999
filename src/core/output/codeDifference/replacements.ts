import { type Matches, matchInOrder } from '#core/util/matchInOrder.ts';

/** In larger parts nobody compares lines by eye. */
const MAX_PAIRS = 2500;
const MAX_WORDS = 2000;

/** The part of its words that a line shares with the line that replaces it. */
const SIMILAR = 0.5;

/** A line that replaces another. */
export interface Replacement {
  /** Indices among the removed and the added lines. */
  readonly removed: number;
  readonly added: number;
  /** The added line's word for each of the removed line; -1 if there is none. */
  readonly words: Matches;
}

/** The words of a line. */
type Words = readonly number[];

/** Finds the lines that replace each other: pairs of similar lines, in order, as similar as possible. */
export function findReplacements(
  removed: readonly Words[],
  added: readonly Words[],
): Replacement[] {
  if (removed.length * added.length > MAX_PAIRS) return [];
  const width = added.length + 1;
  const likeness = removed.map((one) => added.map((other) => likenessOf(one, other)));
  /** The best sum for the lines from each pair of indices on. */
  const best = new Float64Array((removed.length + 1) * width);
  const bestAt = (one: number, other: number) => best[one * width + other] ?? 0;
  const withPair = (one: number, other: number) => {
    const alike = likeness[one]?.[other] ?? 0;
    return alike >= SIMILAR ? alike + bestAt(one + 1, other + 1) : 0;
  };
  for (let one = removed.length - 1; one >= 0; one -= 1) {
    for (let other = added.length - 1; other >= 0; other -= 1) {
      const without = Math.max(bestAt(one + 1, other), bestAt(one, other + 1));
      best[one * width + other] = Math.max(withPair(one, other), without);
    }
  }
  const found: Replacement[] = [];
  let [one, other] = [0, 0];
  while (bestAt(one, other) > 0) {
    const most = bestAt(one, other);
    if (withPair(one, other) === most) {
      const words = matchInOrder(removed[one] ?? [], added[other] ?? []);
      found.push({ removed: one, added: other, words });
      one += 1;
      other += 1;
    } else if (bestAt(one + 1, other) === most) one += 1;
    else other += 1;
  }
  return found;
}

/** From 0 for nothing in common to 1 for the same words. */
function likenessOf(one: Words, other: Words): number {
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
