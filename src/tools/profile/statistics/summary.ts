import { lowerBound } from '#core/util/partitionPoint.ts';

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
