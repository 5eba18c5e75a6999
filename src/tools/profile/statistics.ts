import { lowerBound } from '#core/util/partitionPoint.ts';

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

export type Comparison =
  /** Too few frames. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'same' }
  /** Percentage of the previous time, rounded; at least 1. */
  | { readonly kind: 'faster' | 'slower'; readonly percent: number };

/** Fewer frames allow no conclusion. */
export const ENOUGH_FRAMES = 30;

/** Neighbouring frames are correlated: this many count as one. */
const ALIKE_FRAMES = 10;

/** A difference must exceed this many standard errors. */
const STANDARD_ERRORS = 3;

/** Ratio of a median's standard error to a mean's. */
const OF_MEDIAN = 1.2533;

/** A smaller fraction of the previous time counts as no difference. */
const LEAST_PART = 0.01;

/**
 * Compares the medians of sorted values that are multiples of `resolution`. A difference counts
 * only if it exceeds the noise, which follows from how much the values scatter.
 */
export function compare(before: Float64Array, now: Float64Array, resolution: number): Comparison {
  if (Math.min(before.length, now.length) < ENOUGH_FRAMES) return { kind: 'unknown' };
  const old = medianOf(before, resolution);
  const difference = medianOf(now, resolution) - old;
  const noise = STANDARD_ERRORS * Math.hypot(errorOf(before, resolution), errorOf(now, resolution));
  if (Math.abs(difference) <= Math.max(noise, LEAST_PART * old)) return { kind: 'same' };
  const percent = Math.max(1, Math.round((100 * Math.abs(difference)) / old));
  return { kind: difference < 0 ? 'faster' : 'slower', percent };
}

function errorOf(sorted: Float64Array, resolution: number): number {
  return (OF_MEDIAN * spreadOf(sorted, resolution)) / Math.sqrt(sorted.length / ALIKE_FRAMES);
}

/**
 * The median of sorted values that were rounded to multiples of `resolution`: interpolated as for
 * grouped data. NaN without values.
 */
export function medianOf(sorted: Float64Array, resolution: number): number {
  const half = sorted.length / 2;
  const middle = percentileOf(sorted, 0.5);
  if (!(resolution > 0)) return middle;
  const lower = middle - resolution / 2;
  const below = lowerBound(sorted, lower);
  const within = lowerBound(sorted, middle + resolution / 2) - below;
  return lower + ((half - below) / within) * resolution;
}

/** The value below which this fraction of the values, from 0 to 1, lies; NaN without values. */
export function percentileOf(sorted: Float64Array, part: number): number {
  const index = Math.max(0, Math.ceil(part * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}

/**
 * The median absolute deviation, scaled to equal the standard deviation of a normal distribution.
 * Rounding to multiples of `resolution` sets a lower bound.
 */
export function spreadOf(sorted: Float64Array, resolution: number): number {
  const median = percentileOf(sorted, 0.5);
  const distances = sorted.map((value) => Math.abs(value - median)).sort();
  const rounding = resolution / Math.sqrt(12);
  return Math.max(rounding, 1.4826 * percentileOf(distances, 0.5));
}
