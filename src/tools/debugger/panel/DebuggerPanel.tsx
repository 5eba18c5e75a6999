import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Breakpoints } from './Breakpoints.tsx';
import { CallStack } from './CallStack.tsx';
import styles from './DebuggerPanel.module.css';
import { watchDebuggerKeys } from './debuggerKeys.ts';
import type { DebuggerProps } from './debuggerProps.ts';
import { Search } from './Search.tsx';
import { TargetRow } from './TargetRow.tsx';
import { TraceStatus } from './TraceStatus.tsx';
import { Variables } from './Variables.tsx';
import { Watches } from './Watches.tsx';
import { WorkStatus } from './WorkStatus.tsx';

/** The debugger in the drawer: what is traced, and what the thread has at the current step. */
export function DebuggerPanel(props: DebuggerProps) {
  const { store, commands } = props;
  const isTraced = useStore(store, ({ shown }) => shown !== null);
  useEffect(() => {
    if (!store.getState().isOpen) commands.open();
    return watchDebuggerKeys(window, commands);
  }, [store, commands]);
  return (
    <div className={styles['panel']}>
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <TargetRow {...props} />
          <TraceStatus {...props} />
          {isTraced && <CallStack {...props} />}
        </div>
        <div className={styles['column']}>
          {isTraced ? (
            <>
              <Variables {...props} />
              <Watches {...props} />
            </>
          ) : (
            <p className={styles['hint']}>
              To start, press <b>Inspect</b> below the picture, then click the pixel that looks
              wrong. For a shader without a picture, choose an entry point and a thread, then press{' '}
              <b>Trace thread</b>.
            </p>
          )}
        </div>
        <div className={styles['column']}>
          <Search {...props} />
          <Breakpoints {...props} />
        </div>
      </div>
      <WorkStatus {...props} />
    </div>
  );
}
