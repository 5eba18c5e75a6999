import { lowerBound } from '#core/util/partitionPoint.ts';

/** Whether a version is faster or slower than the one before. */
export type Comparison =
  /** Too few frames. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'same' }
  /** `percent` is of the time before; at least 1 when rounded. */
  | { readonly kind: 'faster' | 'slower'; readonly percent: number };

/** Fewer frames say nothing. */
export const ENOUGH_FRAMES = 30;

/** Frames next to each other are alike: this many count as one. */
const ALIKE_FRAMES = 10;

/** How many standard errors a difference has to exceed. */
const STANDARD_ERRORS = 3;

/** The standard error of a median by that of a mean. */
const OF_MEDIAN = 1.2533;

/** A smaller part of the time before counts as no difference. */
const LEAST_PART = 0.01;

/**
 * Compares the medians of sorted values that are multiples of `resolution`. A difference counts only
 * if it exceeds the noise: what chance makes of medians of values that scatter as these do.
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
 * The median of sorted values that are multiples of `resolution`, each standing for what it was
 * rounded from: interpolated within the values around it, as for grouped data. NaN if there is none.
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

/** The value that this part of them, from 0 to 1, does not exceed; NaN if there is none. */
export function percentileOf(sorted: Float64Array, part: number): number {
  const index = Math.max(0, Math.ceil(part * sorted.length) - 1);
  return sorted[index] ?? Number.NaN;
}

/**
 * The median distance from the median, scaled so that it is the standard deviation of values that
 * are distributed normally. Rounding to multiples of `resolution` sets a lower bound.
 */
export function spreadOf(sorted: Float64Array, resolution: number): number {
  const median = percentileOf(sorted, 0.5);
  const distances = sorted.map((value) => Math.abs(value - median)).sort();
  const rounding = resolution / Math.sqrt(12);
  return Math.max(rounding, 1.4826 * percentileOf(distances, 0.5));
}
