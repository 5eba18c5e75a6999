import { longestRising } from './longestRising.ts';
import { type Span, shortestEdit } from './shortestEdit.ts';

/** For each item of one sequence the index of its equal in the other, in the same order; -1 if it has none. */
export type Matches = Int32Array;

/** Items of both sides together up to which the answer is exact. */
const SHORT = 300;

/**
 * Pairs equal items of two sequences so that both keep their order. As many as there can be where the
 * sequences are short; long ones are first split at items that each side has once (the patience
 * difference), so that the time stays about proportional to their lengths.
 */
export function matchInOrder<Item>(a: readonly Item[], b: readonly Item[]): Matches {
  const matches = new Int32Array(a.length).fill(-1);
  const pair = (atA: number, atB: number) => {
    matches[atA] = atB;
  };
  const open: Span[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  for (let span = open.pop(); span; span = open.pop()) {
    const inner = pairEqualEnds(a, b, span, pair);
    const [sizeA, sizeB] = [inner.toA - inner.fromA, inner.toB - inner.fromB];
    if (sizeA === 0 || sizeB === 0) continue;
    const anchors = sizeA + sizeB > SHORT ? uniqueInOrder(a, b, inner) : [];
    if (anchors.length === 0) {
      shortestEdit(a, b, inner, pair);
      continue;
    }
    let { fromA, fromB } = inner;
    for (const [atA, atB] of anchors) {
      pair(atA, atB);
      open.push({ fromA, toA: atA, fromB, toB: atB });
      fromA = atA + 1;
      fromB = atB + 1;
    }
    open.push({ fromA, toA: inner.toA, fromB, toB: inner.toB });
  }
  return matches;
}

/** Indices of two equal items. */
export interface Pair {
  readonly left: number;
  readonly right: number;
}

/** The same as a list. */
export function pairsInOrder<Item>(left: readonly Item[], right: readonly Item[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, partner] of matchInOrder(left, right).entries()) {
    if (partner >= 0) pairs.push({ left: at, right: partner });
  }
  return pairs;
}

/** Pairs what both sides of a span begin and end with; returns what is between. */
function pairEqualEnds<Item>(
  a: readonly Item[],
  b: readonly Item[],
  { fromA, toA, fromB, toB }: Span,
  pair: (atA: number, atB: number) => void,
): Span {
  let [startA, endA, startB, endB] = [fromA, toA, fromB, toB];
  while (startA < endA && startB < endB && a[startA] === b[startB]) {
    pair(startA, startB);
    startA += 1;
    startB += 1;
  }
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
    pair(endA, endB);
  }
  return { fromA: startA, toA: endA, fromB: startB, toB: endB };
}

type Anchor = readonly [atA: number, atB: number];

/** Items that each side of a span has once, as many as are in the same order on both sides. */
function uniqueInOrder<Item>(a: readonly Item[], b: readonly Item[], span: Span): Anchor[] {
  const inA = onlyPlaces(a, span.fromA, span.toA);
  const inB = onlyPlaces(b, span.fromB, span.toB);
  const common: Anchor[] = [];
  for (const [item, atA] of inA) {
    const atB = inB.get(item);
    if (atA >= 0 && atB !== undefined && atB >= 0) common.push([atA, atB]);
  }
  common.sort(([one], [other]) => one - other);
  return longestRising(common, ([, atB]) => atB);
}

/** Where each item stands; -1 if it stands at several places. */
function onlyPlaces<Item>(items: readonly Item[], from: number, to: number): Map<Item, number> {
  const places = new Map<Item, number>();
  for (const [index, item] of items.slice(from, to).entries()) {
    places.set(item, places.has(item) ? -1 : from + index);
  }
  return places;
}
