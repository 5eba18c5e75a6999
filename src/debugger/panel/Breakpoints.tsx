import { useId } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import styles from './Sections.module.css';

/** The breakpoints of the editor's gutter, in the order of the lines. */
export function Breakpoints({ store, commands }: DebuggerProps) {
  const breakpoints = useStore(store, (state) => state.breakpoints);
  const heading = useId();
  const sorted = [...breakpoints].sort((one, other) => one.line - other.line);
  return (
    <section className={styles['section']}>
      <h3 id={heading}>Breakpoints</h3>
      {sorted.length === 0 && (
        <p className={styles['note']}>
          Click beside a line number, or press F9 in the editor, to set one.
        </p>
      )}
      {sorted.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {sorted.map(({ line, condition }) => (
            <li key={line} className={styles['watch']}>
              <span>{`Line ${line}`}</span>
              <span className={styles['result']} title={condition ?? undefined}>
                {condition ?? ''}
              </span>
              <Button
                kind="icon"
                label={`Remove the breakpoint on line ${line}`}
                hint="Remove"
                onClick={() => commands.removeBreakpoint(line)}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
