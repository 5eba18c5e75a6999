import { useStore } from 'zustand';
import type { DebuggerProps } from './debuggerProps.ts';
import { cutText } from './labels.ts';
import styles from './TraceStatus.module.css';

/** What went wrong, and how far to trust the trace. */
export function TraceStatus({ store }: DebuggerProps) {
  const problem = useStore(store, (state) => state.problem);
  const shown = useStore(store, (state) => state.shown);
  const limit = useStore(store, (state) => state.limit);
  const cut = shown && cutText(shown, limit);
  const agreement = shown?.agreement ?? null;
  return (
    <div className={styles['status']}>
      {problem && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      <p
        className={styles['agreement']}
        role="status"
        aria-label="Trace and picture"
        data-kind={agreement?.kind}
      >
        {agreement?.kind !== 'none' && agreement?.text}
      </p>
      {shown?.isDated && (
        <p className={styles['remark']}>
          The source has changed since this trace. Trace the thread again to see the new values.
        </p>
      )}
      {shown?.remarks.map((remark) => (
        <p key={remark} className={styles['remark']}>
          {remark}
        </p>
      ))}
      {shown && shown.step < 0 && (
        <p className={styles['remark']}>
          This thread recorded no steps. It may have returned before its first statement.
        </p>
      )}
      {cut && <p className={styles['warning']}>{cut}</p>}
    </div>
  );
}
