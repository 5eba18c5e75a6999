/** How many frames are kept of each series. */
export const KEPT_FRAMES = 600;

/** The newest values of a quantity, one a frame; NaN for frames without one. Never reallocated. */
export interface Series {
  push(value: number): void;
  /** How many there are, at most {@link KEPT_FRAMES}. */
  readonly length: number;
  /** Oldest first; NaN out of range. */
  at(index: number): number;
  /** The newest one that is a number; NaN if there was none, even if it is not kept any more. */
  readonly last: number;
  /** Those that are numbers, sorted. */
  sorted(): Float64Array;
  /** Of those that are numbers. */
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
