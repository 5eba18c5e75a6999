import { useId } from 'react';
import { useStore } from 'zustand';
import type { DebuggerProps } from './debuggerProps.ts';
import { loopsAt } from './loops.ts';
import styles from './Sections.module.css';

/** The functions that the thread is in, and the loops around the chosen one's line. */
export function CallStack({ store, commands }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const heading = useId();
  if (!shown || shown.step < 0) return null;
  const { replay, step, stackFrame } = shown;
  const loops = loopsAt(replay, step, stackFrame);
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Call stack</h2>
      <ol className={styles['list']} aria-labelledby={heading}>
        {replay.callStackAt(step).map((frame, index) => (
          <li key={`${frame.enteredAt} ${frame.function}`}>
            <button
              type="button"
              className={styles['item']}
              aria-current={index === stackFrame || undefined}
              onClick={() => commands.selectStackFrame(index)}
            >
              <span className={styles['code']}>{frame.function}</span>
              <span className={styles['quiet']}>{` line ${frame.line}`}</span>
            </button>
          </li>
        ))}
      </ol>
      {loops.length > 0 && (
        <ul className={styles['loops']} aria-label="Loops">
          {loops.map(({ line, iteration }) => (
            <li
              key={line}
            >{`Loop at line ${line}: iteration ${iteration.toLocaleString('en')}`}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
