import { longestRising } from './longestRising.ts';

/** Items from `fromA` to before `toA` of one sequence, and the same of another. */
export interface Span {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Pairs what both sides of a span begin and end with; returns what is between. */
export function pairEqualEnds(
  a: readonly number[],
  b: readonly number[],
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
export function uniqueInOrder(a: readonly number[], b: readonly number[], span: Span): Anchor[] {
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
function onlyPlaces(items: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const item = items[at] ?? -1;
    places.set(item, places.has(item) ? -1 : at);
  }
  return places;
}
