import { longestRising } from '#shared/longestRising.ts';

/** Indices of two equal items. */
export interface Pair {
  readonly left: number;
  readonly right: number;
}

interface Part {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
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
  const parts: Part[] = [{ left: 0, leftEnd: left.length, right: 0, rightEnd: right.length }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const inner = pairEnds(left, right, part, pairs);
    const sizes = (inner.leftEnd - inner.left) * (inner.rightEnd - inner.right);
    if (sizes === 0) continue;
    if (sizes <= MAX_COMPARISONS) pairLongest(left, right, inner, pairs);
    else parts.push(...splitAtUnique(left, right, inner));
  }
  return pairs.sort((one, other) => one.left - other.left);
}

/** Pairs what both sides begin and end with; returns what is between. */
function pairEnds(
  left: readonly number[],
  right: readonly number[],
  part: Part,
  pairs: Pair[],
): Part {
  let { left: from, right: start, leftEnd, rightEnd } = part;
  while (from < leftEnd && start < rightEnd && left[from] === right[start]) {
    pairs.push({ left: from, right: start });
    from += 1;
    start += 1;
  }
  while (from < leftEnd && start < rightEnd && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
    pairs.push({ left: leftEnd, right: rightEnd });
  }
  return { left: from, leftEnd, right: start, rightEnd };
}

/** The longest common subsequence, by dynamic programming. */
function pairLongest(
  left: readonly number[],
  right: readonly number[],
  part: Part,
  pairs: Pair[],
): void {
  const columns = part.rightEnd - part.right + 1;
  const rows = part.leftEnd - part.left;
  /** The length of the longest for the rest of both sides. */
  const longest = new Uint32Array((rows + 1) * columns);
  const at = (row: number, column: number) => longest[row * columns + column] ?? 0;
  const isPair = (row: number, column: number) =>
    left[part.left + row] === right[part.right + column];
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
      pairs.push({ left: part.left + row, right: part.right + column });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** The parts that begin with items that each side has once; none if there are no such items. */
function splitAtUnique(left: readonly number[], right: readonly number[], part: Part): Part[] {
  const places = uniquePlaces(right, part.right, part.rightEnd);
  const candidates: Pair[] = [];
  for (const [item, place] of uniquePlaces(left, part.left, part.leftEnd)) {
    const other = places.get(item);
    if (other !== undefined) candidates.push({ left: place, right: other });
  }
  candidates.sort((one, other) => one.left - other.left);
  const anchors = longestRising(candidates, ({ right }) => right);
  if (anchors.length === 0) return [];
  const starts = [{ left: part.left, right: part.right }, ...anchors];
  return starts.map((start, index) => {
    const next = starts[index + 1];
    return {
      ...{ left: start.left, leftEnd: next?.left ?? part.leftEnd },
      ...{ right: start.right, rightEnd: next?.right ?? part.rightEnd },
    };
  });
}

function uniquePlaces(items: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (let index = from; index < to; index += 1) {
    const item = items[index] ?? 0;
    if (places.has(item)) repeated.add(item);
    else places.set(item, index);
  }
  for (const item of repeated) places.delete(item);
  return places;
}
