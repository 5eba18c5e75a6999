import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { ValueCells } from './ValueCells.tsx';
import styles from './Variables.module.css';
import { valueRows } from './valueRows.ts';

/** More rows would take longer than a step should. */
const SHOWN_AT_FIRST = 200;

/** What the chosen function of the call stack has at the current step. */
export function Variables({ store }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  if (!shown) return null;
  const { replay, step, stackFrame } = shown;
  const values = step < 0 ? [] : replay.variablesAt(step, stackFrame);
  const rows = valueRows(values, open);
  const hidden = showsAll ? 0 : Math.max(0, rows.length - SHOWN_AT_FIRST);
  const toggle = (path: string) => {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  };
  return (
    <section className={styles['variables']}>
      <table className={styles['table']} aria-label="Variables">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rows.length - hidden).map((row) => (
            <tr key={row.path} data-changed={row.before !== null || undefined}>
              <ValueCells row={row} onToggle={toggle} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles['none']}>No variable has a value at this step.</p>}
      {hidden > 0 && (
        <Button kind="small" onClick={() => setShowsAll(true)}>
          {`Show ${hidden.toLocaleString('en')} more`}
        </Button>
      )}
    </section>
  );
}
