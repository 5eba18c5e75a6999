import type { Statistics } from '#engine/gpu/read/statistics.ts';
import styles from './StatisticsView.module.css';
import { numberText } from './statisticsRows.ts';

/** In units of the drawing; a bin is one wide. */
const HEIGHT = 32;

/** The least height of a bin that is not empty: seldom values are often the ones that matter. */
const LEAST = 1;

/** How many values are in each part of their range. */
export function Histogram({ name, minimum, maximum, histogram }: Statistics) {
  const most = Math.max(...histogram, 0);
  if (most === 0) return '–';
  const bars = histogram.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT);
    return `M${index} ${HEIGHT}v${-height}h1v${height}z`;
  });
  const from = numberText(minimum);
  const to = numberText(maximum);
  return (
    <>
      <svg
        className={styles['histogram']}
        viewBox={`0 0 ${histogram.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Histogram of ${name} from ${from} to ${to}, at most ${most.toLocaleString('en')} in a bin`}
      >
        <path d={bars.join('')} fill="currentColor" />
      </svg>
      <span className={styles['range']} aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </span>
    </>
  );
}
