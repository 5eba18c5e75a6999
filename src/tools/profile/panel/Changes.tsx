import { useStore } from 'zustand';
import type { Profiled } from '#tools/profile/state.ts';
import { changeText } from './changeText.ts';
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
