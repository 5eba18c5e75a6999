/** Items from `fromA` to before `toA` of one sequence, and the same of another. */
export interface Span {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Edits after which the way that came furthest is taken, so that the time stays in proportion. */
const MAX_EDITS = 300;

/**
 * Pairs equal items by the shortest edit: E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986). Where the sides differ a lot, the edit is not the shortest.
 */
export function shortestEdit(
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
  /** Where the search has ended. */
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

/** The way that has come furthest inside both sides after the last edit. */
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
  /** Of each number of edits before the last, from its lowest diagonal up. */
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
