import { pairEqualEnds, type Span, uniqueInOrder } from '#core/util/equalItems.ts';

/** Indices of two equal items. */
export interface Pair {
  readonly left: number;
  readonly right: number;
}

/** The most comparisons for an exact answer; larger parts are first split at unique items. */
const MAX_COMPARISONS = 1_000_000;

/**
 * Pairs equal items so that both sides keep their order. The longest such list if the sequences are
 * short. Long ones are split at items that each side has once (the patience difference), so that
 * the time stays about proportional to their lengths.
 */
export function matchInOrder(left: readonly number[], right: readonly number[]): Pair[] {
  const pairs: Pair[] = [];
  const pair = (atLeft: number, atRight: number) => pairs.push({ left: atLeft, right: atRight });
  const parts: Span[] = [{ fromA: 0, toA: left.length, fromB: 0, toB: right.length }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const inner = pairEqualEnds(left, right, part, pair);
    const sizes = (inner.toA - inner.fromA) * (inner.toB - inner.fromB);
    if (sizes === 0) continue;
    if (sizes <= MAX_COMPARISONS) pairLongest(left, right, inner, pair);
    else parts.push(...splitAtUnique(left, right, inner));
  }
  return pairs.sort((one, other) => one.left - other.left);
}

/** The longest common subsequence, by dynamic programming. */
function pairLongest(
  left: readonly number[],
  right: readonly number[],
  { fromA, toA, fromB, toB }: Span,
  pair: (atLeft: number, atRight: number) => void,
): void {
  const columns = toB - fromB + 1;
  const rows = toA - fromA;
  /** The length of the longest for the rest of both sides. */
  const longest = new Uint32Array((rows + 1) * columns);
  const at = (row: number, column: number) => longest[row * columns + column] ?? 0;
  const isPair = (row: number, column: number) => left[fromA + row] === right[fromB + column];
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 2; column >= 0; column -= 1) {
      longest[row * columns + column] = isPair(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns - 1) {
    if (isPair(row, column)) {
      pair(fromA + row, fromB + column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** The parts that begin with items that each side has once; none if there are no such items. */
function splitAtUnique(left: readonly number[], right: readonly number[], part: Span): Span[] {
  const anchors = uniqueInOrder(left, right, part);
  if (anchors.length === 0) return [];
  const starts = [[part.fromA, part.fromB] as const, ...anchors];
  return starts.map(([fromA, fromB], index) => {
    const [toA, toB] = starts[index + 1] ?? [part.toA, part.toB];
    return { fromA, toA, fromB, toB };
  });
}
