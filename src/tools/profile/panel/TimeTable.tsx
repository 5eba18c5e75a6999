import { TryGroupSizes } from '#tools/profile/groups/panel/TryGroupSizes.tsx';
import type { ProfileSession } from '#tools/profile/session/profileSession.ts';
import type { Profiled, TimesRow } from '#tools/profile/state.ts';
import { shareText, timeText } from '#tools/profile/timeText.ts';
import styles from './TimeTable.module.css';

interface TimeTableProps extends ProfileProps {
  readonly profiled: Profiled;
}

export function TimeTable({ session, profiled }: TimeTableProps) {
  const { rows } = profiled;
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Time by entry point">
        <thead>
          <tr>
            <th scope="col">Entry point</th>
            <th scope="col">Dispatch</th>
            <th scope="col">Last</th>
            <th scope="col">Median</th>
            <th scope="col">95 %</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.name}`} data-kind={row.kind}>
              <th scope="row">
                <Name row={row} onReveal={session.commands.reveal} />
              </th>
              <td className={styles['dispatch']}>
                <span>{row.dispatch}</span>
                {row.kind === 'entry point' && (
                  <TryGroupSizes trials={session.trials} entryPoint={row.name} />
                )}
              </td>
              <td>{timeText(row.times.last)}</td>
              <td>{timeText(row.times.median)}</td>
              <td>{timeText(row.times.percentile95)}</td>
              <td className={styles['share']}>
                <span>{shareText(row.share)}</span>
                <span
                  className={styles['bar']}
                  style={{ transform: `scaleX(${Number.isNaN(row.share) ? 0 : row.share})` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NameProps {
  readonly row: TimesRow;
  readonly onReveal: (entryPoint: string) => void;
}

function Name({ row, onReveal }: NameProps) {
  if (row.kind !== 'entry point') return row.name;
  return (
    <button
      type="button"
      className={styles['name']}
      title="Go to it in the source"
      onClick={() => onReveal(row.name)}
    >
      {row.name}
    </button>
  );
}

export interface ProfileProps {
  readonly session: ProfileSession;
}
