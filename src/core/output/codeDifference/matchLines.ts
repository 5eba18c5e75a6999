import { pairEqualEnds, type Span, uniqueInOrder } from '#core/util/equalItems.ts';
import type { Matches } from './matches.ts';
import { shortestEdit } from './shortestEdit.ts';

/** Pairs equal lines of two codes, in order, given a key for each line. */
export function matchLines(a: readonly number[], b: readonly number[]): Matches {
  const matches = new Int32Array(a.length).fill(-1);
  const open: Span[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  for (let span = open.pop(); span; span = open.pop()) {
    const inner = pairEqualEnds(a, b, span, (atA, atB) => {
      matches[atA] = atB;
    });
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
