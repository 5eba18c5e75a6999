import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { usePassedFocus } from '#ui/usePassedFocus.ts';
import { Breakpoints } from './Breakpoints.tsx';
import { CallStack } from './CallStack.tsx';
import styles from './DebuggerPanel.module.css';
import { DebuggerToolbar } from './DebuggerToolbar.tsx';
import { watchDebuggerKeys } from './debuggerKeys.ts';
import type { DebuggerProps } from './debuggerProps.ts';
import { Search } from './Search.tsx';
import { TargetRow } from './TargetRow.tsx';
import { TraceStatus } from './TraceStatus.tsx';
import { Variables } from './Variables.tsx';
import { Watches } from './Watches.tsx';
import { WorkStatus } from './WorkStatus.tsx';

/** The Debugger tab: what is traced, the steps, and what the thread has at the current step. */
export function DebuggerPanel(props: DebuggerProps) {
  const { store, commands } = props;
  const isTraced = useStore(store, ({ shown }) => shown !== null);
  useEffect(() => watchDebuggerKeys(window, commands), [commands]);
  const panel = useRef<HTMLDivElement>(null);
  usePassedFocus(panel);
  return (
    <div ref={panel} className={styles['panel']}>
      <div className={styles['head']}>
        <DebuggerToolbar {...props} />
        <WorkStatus {...props} />
      </div>
      <TargetRow {...props} />
      <TraceStatus {...props} />
      {!isTraced && (
        <p className={styles['hint']}>
          To start, press <b>Inspect pixel</b> below the picture, then click the pixel that looks
          wrong. For a shader without a picture, choose an entry point and a thread above, then
          press <b>Trace thread</b>.
        </p>
      )}
      <div className={styles['columns']}>
        {isTraced && <Variables {...props} />}
        <div className={styles['side']}>
          {isTraced && <CallStack {...props} />}
          {isTraced && <Watches {...props} />}
          <Search {...props} />
          <Breakpoints {...props} />
        </div>
      </div>
    </div>
  );
}
