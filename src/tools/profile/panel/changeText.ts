import { assertNever } from '#core/util/assertNever.ts';
import type { TimeChange } from '#tools/profile/state.ts';
import { timeText } from '#tools/profile/timeText.ts';

/**
 * Such as `faster by 12 % (5.80 ms before, 5.10 ms now)`.
 *
 * @param median the present one, in nanoseconds
 */
export function changeText({ before, comparison }: TimeChange, median: number): string {
  const medians = `(${timeText(before)} before, ${timeText(median)} now)`;
  switch (comparison.kind) {
    case 'unknown':
      return 'measuring…';
    case 'same':
      return `no difference beyond the noise ${medians}`;
    case 'faster':
    case 'slower':
      // A time of 0 has no percentage.
      return Number.isFinite(comparison.percent)
        ? `${comparison.kind} by ${comparison.percent} % ${medians}`
        : `${comparison.kind} ${medians}`;
    default:
      return assertNever(comparison);
  }
}
