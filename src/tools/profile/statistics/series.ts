/** Maximum number of frames in a series. */
export const KEPT_FRAMES = 600;

/**
 * The newest values of a quantity, one per frame; NaN for frames without one. Never reallocated.
 */
export interface Series {
  push(value: number): void;
  /** Number of values, at most {@link KEPT_FRAMES}. */
  readonly length: number;
  /** Oldest first; NaN if out of range. */
  at(index: number): number;
  /** The newest non-NaN value, even if it has since been dropped; NaN if there was none. */
  readonly last: number;
  /** The non-NaN values, sorted. */
  sorted(): Float64Array;
  /** Sum of the non-NaN values. */
  sum(): number;
  clear(): void;
}

export function createSeries(capacity = KEPT_FRAMES): Series {
  const values = new Float64Array(capacity);
  let pushed = 0;
  let last = Number.NaN;
  const kept = () => values.subarray(0, Math.min(pushed, capacity));
  return {
    push(value) {
      values[pushed % capacity] = value;
      pushed += 1;
      if (!Number.isNaN(value)) last = value;
    },
    get length() {
      return Math.min(pushed, capacity);
    },
    at(index) {
      const first = Math.max(0, pushed - capacity);
      return values[(first + index) % capacity] ?? Number.NaN;
    },
    get last() {
      return last;
    },
    sorted: () =>
      kept()
        .filter((value) => !Number.isNaN(value))
        .sort(),
    sum() {
      let sum = 0;
      for (const value of kept()) if (!Number.isNaN(value)) sum += value;
      return sum;
    },
    clear() {
      pushed = 0;
      last = Number.NaN;
    },
  };
}
