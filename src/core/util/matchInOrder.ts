import { partitionPoint } from './partitionPoint.ts';

/**
 * For each item of one sequence, the index of its equal in the other, in rising order; -1 if it has
 * none.
 */
export type Matches = Int32Array;

/** Maximum combined length for which the result is optimal. */
const SHORT = 300;

/**
 * Pairs equal items of two sequences so that both keep their order. Short sequences get the most
 * pairs possible. Long ones are first split at items that occur once on each side (patience diff),
 * so that the time stays roughly proportional to their lengths.
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

export interface Pair {
  readonly left: number;
  readonly right: number;
}

/** Like {@link matchInOrder}, as a list. */
export function pairsInOrder<Item>(left: readonly Item[], right: readonly Item[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, partner] of matchInOrder(left, right).entries()) {
    if (partner >= 0) pairs.push({ left: at, right: partner });
  }
  return pairs;
}

/** Pairs the common start and end of a span; returns the part between. */
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

/** Items that occur once on each side of a span: as many as have the same order on both sides. */
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

/** The index of each item; -1 if it occurs more than once. */
function onlyPlaces<Item>(items: readonly Item[], from: number, to: number): Map<Item, number> {
  const places = new Map<Item, number>();
  for (const [index, item] of items.slice(from, to).entries()) {
    places.set(item, places.has(item) ? -1 : from + index);
  }
  return places;
}

/** A range of each of two sequences; `toA` and `toB` are exclusive. */
interface Span {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** After this many edits, the search takes the path that got furthest, to limit the time. */
const MAX_EDITS = 300;

/**
 * Pairs equal items along the shortest edit: E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986). If the sides differ a lot, the edit is not the shortest.
 */
function shortestEdit(
  a: readonly unknown[],
  b: readonly unknown[],
  span: Span,
  pair: (atA: number, atB: number) => void,
): void {
  let { fromA, fromB } = span;
  while (fromA < span.toA && fromB < span.toB) {
    const reached = search(a, b, { ...span, fromA, fromB });
    for (const [atA, atB] of reached.pairs) pair(atA, atB);
    fromA = reached.atA;
    fromB = reached.atB;
  }
}

interface Reached {
  readonly atA: number;
  readonly atB: number;
  readonly pairs: readonly (readonly [atA: number, atB: number])[];
}

function search(a: readonly unknown[], b: readonly unknown[], span: Span): Reached {
  const lengthA = span.toA - span.fromA;
  const lengthB = span.toB - span.fromB;
  const most = Math.min(MAX_EDITS, lengthA + lengthB);
  /** The furthest index in `a` on each diagonal, after each number of edits. */
  const trail: Int32Array[] = [];
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => furthest[diagonal + most + 1] ?? 0;
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let x = isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (
        x < lengthA &&
        x - diagonal < lengthB &&
        a[span.fromA + x] === b[span.fromB + x - diagonal]
      ) {
        x += 1;
      }
      furthest[diagonal + most + 1] = x;
      if (x >= lengthA && x - diagonal >= lengthB) {
        return traceBack({ span, trail, most, diagonal, x });
      }
    }
    trail.push(furthest.slice(most + 1 - edits, most + 2 + edits));
  }
  return furthestWay(span, trail, most);
}

/** The path that got furthest within both sides after the last edit. */
function furthestWay(span: Span, trail: Int32Array[], most: number): Reached {
  const last = trail.pop() ?? new Int32Array(1);
  const lengthA = span.toA - span.fromA;
  const lengthB = span.toB - span.fromB;
  let best = { diagonal: 0, x: 0, sum: -1 };
  for (let diagonal = -most; diagonal <= most; diagonal += 2) {
    const x = last[diagonal + most] ?? 0;
    const sum = 2 * x - diagonal;
    if (x <= lengthA && x - diagonal <= lengthB && sum > best.sum) best = { diagonal, x, sum };
  }
  return traceBack({ span, trail, most, diagonal: best.diagonal, x: best.x });
}

interface End {
  readonly span: Span;
  /** The furthest indices for each number of edits before the last, from the lowest diagonal up. */
  readonly trail: readonly Int32Array[];
  readonly most: number;
  readonly diagonal: number;
  readonly x: number;
}

function traceBack({ span, trail, ...end }: End): Reached {
  const pairs: [number, number][] = [];
  let { diagonal, x } = end;
  const pairDownTo = (start: number) => {
    while (x > start) {
      x -= 1;
      pairs.push([span.fromA + x, span.fromB + x - diagonal]);
    }
  };
  for (let edits = trail.length; edits > 0; edits -= 1) {
    const before = trail[edits - 1] ?? new Int32Array(0);
    const at = (wanted: number) => before[wanted + edits - 1] ?? -1;
    const isDown =
      diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    pairDownTo(isDown ? at(diagonal + 1) : at(diagonal - 1) + 1);
    x = isDown ? at(diagonal + 1) : at(diagonal - 1);
    diagonal += isDown ? 1 : -1;
  }
  pairDownTo(0);
  return {
    atA: span.fromA + end.x,
    atB: span.fromB + end.x - end.diagonal,
    pairs,
  };
}

/** The longest subsequence with strictly rising places. Takes n log n steps (patience sorting). */
export function longestRising<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
): Item[] {
  const places = items.map(placeOf);
  /** For each length, the index of the item that ends such a subsequence at the smallest place. */
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  const placeAt = (index: number | undefined) => places[index ?? -1] ?? Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    const length = partitionPoint(0, ends.length, (at) => placeAt(ends[at]) < place);
    before[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const indices: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) indices.push(index);
  return indices.reverse().flatMap((index) => items.slice(index, index + 1));
}
