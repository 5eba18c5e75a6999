import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { workText } from './labels.ts';
import { useLastingWork } from './useLastingWork.ts';
import styles from './WorkStatus.module.css';

/** What the debugger is doing. It covers the position while it is shown, so that nothing moves. */
export function WorkStatus({ store }: DebuggerProps) {
  const working = workText(useLastingWork(store));
  return (
    <div className={styles['work']} role="status" aria-label="Debugger">
      {working && (
        <>
          <span>{working}</span>
          <ProgressBar label={working} fraction={null} />
        </>
      )}
    </div>
  );
}
