/** Standard deviation of a normal distribution, as a multiple of its median absolute deviation. */
const NORMAL = 1.4826;

/** A difference counts if it exceeds this many standard errors. */
const SURE = 3;

/** Smaller relative gains are not worth an edit. */
const LEAST_GAIN = 0.03;

/** Fewer rounds reveal too little about the noise. */
export const LEAST_ROUNDS = 3;

/** Measurements of one group size: nanoseconds per dispatch, one per round. */
export interface Timed<Size> {
  readonly size: Size;
  readonly times: readonly number[];
  /** The smallest measurable difference between two times, in nanoseconds. */
  readonly resolution: number;
}

/** A size that is faster than the current one by more than the noise. */
export interface Faster<Size> {
  readonly size: Size;
  /** Fraction of the current time that it saves. */
  readonly gain: number;
}

/**
 * The fastest size that beats the current one by more than the noise; null if none does. Compares
 * times within each round, since rounds differ more than sizes do.
 */
export function fastestSize<Size>(
  present: Timed<Size>,
  others: readonly Timed<Size>[],
): Faster<Size> | null {
  const total = median(present.times);
  const faster = others
    .filter((other) => isFaster(present, other))
    .map(({ size, times }) => ({ size, gain: 1 - median(times) / total }));
  return faster.toSorted((one, other) => other.gain - one.gain)[0] ?? null;
}

/** Whether a size saves more than the noise, and enough to justify an edit. */
function isFaster<Size>(present: Timed<Size>, other: Timed<Size>): boolean {
  const differences = other.times.flatMap((time, round) => {
    const before = present.times[round];
    return before === undefined ? [] : before - time;
  });
  if (differences.length < LEAST_ROUNDS) return false;
  const saved = median(differences);
  const noise = (SURE * NORMAL * deviation(differences)) / Math.sqrt(differences.length);
  const resolution = present.resolution + other.resolution;
  return saved > noise + resolution && saved > LEAST_GAIN * median(present.times);
}

/** NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function deviation(values: readonly number[]): number {
  const center = median(values);
  return median(values.map((value) => Math.abs(value - center)));
}

/** The smallest difference between distinct values; 0 if all are equal. */
export function smallestStep(values: readonly number[]): number {
  const sorted = [...new Set(values)].toSorted((one, other) => one - other);
  const steps = sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0));
  return steps.length === 0 ? 0 : Math.min(...steps);
}
