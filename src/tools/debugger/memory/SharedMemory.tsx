import { useId, useMemo } from 'react';
import { useStore } from 'zustand';
import type { SharedVariable } from '#core/source/instrument/accesses/sharedMemory.ts';
import type { DebuggerProps } from '#tools/debugger/panel/debuggerProps.ts';
import sections from '#tools/debugger/panel/Sections.module.css';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import type { MemorySession } from './memorySession.ts';
import styles from './SharedMemory.module.css';

interface SharedMemoryProps extends DebuggerProps {
  readonly memory: MemorySession;
}

/** The memory that the traced thread's group shares, at the current step. */
export function SharedMemory({ store, memory }: SharedMemoryProps) {
  const shown = useStore(store, (state) => state.shown);
  const { of, sharedAt } = useStore(memory.store);
  const step = shown && of === shown.replay ? shown.step : null;
  const variables = useMemo(() => (step === null ? [] : sharedAt(step)), [sharedAt, step]);
  return variables.map((variable) => (
    <SharedTable key={variable.resource.name} variable={variable} />
  ));
}

/** More rows would make the page slow. */
const MOST_ROWS = 256;

function SharedTable({ variable }: { readonly variable: SharedVariable }) {
  const { resource, values, changed } = variable;
  const heading = useId();
  const columns = columnsOf(variable);
  const rows = Math.ceil(values.length / columns);
  const isTwoDimensional = resource.lengths.length > 1;
  return (
    <section className={sections['section']}>
      <h2 id={heading}>
        Shared memory: <code>{resource.name}</code>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={styles['scrolled']} aria-labelledby={heading} tabIndex={0}>
        <table className={styles['table']} aria-labelledby={heading}>
          <tbody>
            {Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are numbered
              <tr key={row}>
                <th scope="row">{isTwoDimensional ? row : row * elementsIn(variable, columns)}</th>
                {values.slice(row * columns, (row + 1) * columns).map((value, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns are numbered
                    key={column}
                    data-changed={changed.has(row * columns + column) || undefined}
                  >
                    {value === null ? '·' : shortText(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows > MOST_ROWS && (
        <p className={sections['note']}>And {(rows - MOST_ROWS).toLocaleString('en')} more rows.</p>
      )}
    </section>
  );
}

/** Numbers in a row of an array with one dimension. */
const IN_ROW = 8;

/** The numbers in a row: those of the innermost dimension, or about eight. */
function columnsOf({ resource: { lengths, cells } }: SharedVariable): number {
  const count = cells?.count ?? 1;
  const inner =
    lengths.length > 1 ? (lengths.at(-1) ?? 1) : Math.max(1, Math.floor(IN_ROW / count));
  return inner * count;
}

function elementsIn({ resource: { cells } }: SharedVariable, columns: number): number {
  return columns / (cells?.count ?? 1);
}
