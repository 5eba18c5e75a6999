import type { EntryPointRow } from '#core/plan/reflection/entryPointRows.ts';
import { type Declarations, DeclaredButton } from './DeclaredButton.tsx';
import styles from './ReflectionTables.module.css';

interface EntryPointTableProps {
  readonly rows: readonly EntryPointRow[];
  readonly declarations: Declarations;
}

/** The entry points with their group sizes and inputs. */
export function EntryPointTable({ rows, declarations }: EntryPointTableProps) {
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label="Entry points">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Stage</th>
            <th scope="col">Group size</th>
            <th scope="col" className={styles['number']}>
              Threads in a group
            </th>
            <th scope="col">Inputs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, stage, groupSize, threads, inputs }) => (
            <tr key={name}>
              <th scope="row">
                <DeclaredButton
                  declared={{ kind: 'entry point', name }}
                  text={name}
                  declarations={declarations}
                />
              </th>
              <td>{stage}</td>
              <td>{groupSize?.join(' × ')}</td>
              <td className={styles['number']}>{threads?.toLocaleString('en')}</td>
              <td className={styles['inputs']}>
                {inputs.map((input) => (
                  <div key={input}>{input}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
