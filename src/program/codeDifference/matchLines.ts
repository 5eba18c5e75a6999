import { longestRising } from '#shared/longestRising.ts';
import type { Matches, Span } from './matches.ts';
import { shortestEdit } from './shortestEdit.ts';

/** Pairs equal lines of two codes, in order, given a key for each line. */
export function matchLines(a: readonly number[], b: readonly number[]): Matches {
  const matches = new Int32Array(a.length).fill(-1);
  const open: Span[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  for (let span = open.pop(); span; span = open.pop()) {
    const inner = withoutEqualEnds(a, b, span, matches);
    if (inner.fromA === inner.toA || inner.fromB === inner.toB) continue;
    const anchors = uniqueInOrder(a, b, inner);
    if (anchors.length === 0) {
      shortestEdit(a, b, inner, matches);
      continue;
    }
    let { fromA, fromB } = inner;
    for (const [atA, atB] of anchors) {
      matches[atA] = atB;
      open.push({ fromA, toA: atA, fromB, toB: atB });
      fromA = atA + 1;
      fromB = atB + 1;
    }
    open.push({ fromA, toA: inner.toA, fromB, toB: inner.toB });
  }
  return matches;
}

function withoutEqualEnds(
  a: readonly number[],
  b: readonly number[],
  { fromA, toA, fromB, toB }: Span,
  matches: Matches,
): Span {
  let [startA, endA, startB, endB] = [fromA, toA, fromB, toB];
  while (startA < endA && startB < endB && a[startA] === b[startB]) {
    matches[startA] = startB;
    startA += 1;
    startB += 1;
  }
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
    matches[endA] = endB;
  }
  return { fromA: startA, toA: endA, fromB: startB, toB: endB };
}

type Anchor = readonly [atA: number, atB: number];

/** Lines that each side has once, as many as are in the same order on both sides. */
function uniqueInOrder(a: readonly number[], b: readonly number[], span: Span): Anchor[] {
  const inA = onlyPlaces(a, span.fromA, span.toA);
  const inB = onlyPlaces(b, span.fromB, span.toB);
  const common: Anchor[] = [];
  for (const [key, atA] of inA) {
    const atB = inB.get(key);
    if (atA >= 0 && atB !== undefined && atB >= 0) common.push([atA, atB]);
  }
  common.sort(([one], [other]) => one - other);
  return longestRising(common, ([, atB]) => atB);
}

/** Where each key stands; -1 if it stands at several places. */
function onlyPlaces(keys: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const key = keys[at] ?? -1;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}
