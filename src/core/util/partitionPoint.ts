/**
 * Finds by bisection the first index from `start` to `end` for which `isBefore` is false; `end` if
 * there is none. `isBefore` must be true for all indices before that one, and false for all after
 * it.
 */
export function partitionPoint(
  start: number,
  end: number,
  isBefore: (index: number) => boolean,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first value greater than `value`, in a range of a sorted list. */
export function upperBound(
  sorted: ArrayLike<number>,
  value: number,
  start = 0,
  end = sorted.length,
): number {
  return partitionPoint(start, end, (index) => (sorted[index] ?? 0) <= value);
}

/** The index of the first value not less than `value`, in a sorted list. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  return partitionPoint(0, sorted.length, (index) => (sorted[index] ?? 0) < value);
}
