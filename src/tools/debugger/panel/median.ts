/** Values of 16 bits. */
const DIGITS = 2 ** 16;

/**
 * The lower median of the counts above 0, without sorting: it counts by the upper half of the bits,
 * then, of the counts that share the median's upper half, by the lower one.
 */
export function radixMedian(counts: Uint32Array): number {
  const byUpper = new Uint32Array(DIGITS);
  let total = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const upper = count >>> 16;
    byUpper[upper] = (byUpper[upper] ?? 0) + 1;
    total += 1;
  }
  if (total === 0) return 0;
  const upper = digitAt(byUpper, Math.floor((total - 1) / 2));
  const byLower = new Uint32Array(DIGITS);
  for (const count of counts) {
    if (count === 0 || count >>> 16 !== upper.digit) continue;
    const lower = count & 0xffff;
    byLower[lower] = (byLower[lower] ?? 0) + 1;
  }
  return upper.digit * DIGITS + digitAt(byLower, upper.rest).digit;
}

/** The digit of the value at `rank` in order, and its rank among the values with this digit. */
function digitAt(histogram: Uint32Array, rank: number): { digit: number; rest: number } {
  let rest = rank;
  for (const [digit, count] of histogram.entries()) {
    if (rest < count) return { digit, rest };
    rest -= count;
  }
  return { digit: 0, rest: 0 };
}
