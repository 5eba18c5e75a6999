import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import type { Profiled, TimeChange } from '#tools/profile/state.ts';
import { timeText } from '#tools/profile/timeText.ts';
import styles from './ProfilePanel.module.css';
import type { ProfileProps } from './profileProps.ts';

interface ChangesProps extends ProfileProps {
  readonly profiled: Profiled;
}

/** What the newest edit, or all since the baseline, has made faster or slower. */
export function Changes({ session, profiled }: ChangesProps) {
  const isBaselineKept = useStore(session.store, (state) => state.isBaselineKept);
  const rows = profiled.rows.filter(({ kind }) => kind === 'entry point' || kind === 'frame');
  const changed = rows.flatMap((row) => (row.change ? [{ ...row, change: row.change }] : []));
  if (changed.length === 0) return null;
  const title = isBaselineKept ? 'Since the baseline' : 'Since the edit';
  return (
    <section className={styles['changes']} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {changed.map(({ kind, name, times, change }) => (
          <li key={`${kind} ${name}`} data-change={change.comparison.kind}>
            {`${name}: ${changeText(change, times.median)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Such as `faster by 12 % (5.80 ms before, 5.10 ms now)`.
 *
 * @param median the present one, in nanoseconds
 */
function changeText({ before, comparison }: TimeChange, median: number): string {
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
