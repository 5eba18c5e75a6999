import { useStore } from 'zustand';
import { Select } from '#ui/Select.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { RECORD_LIMITS } from './labels.ts';
import styles from './TargetRow.module.css';

/** How many records a trace may have. A trace that ends early is made again when there may be more. */
export function RecordLimit({ store, commands }: DebuggerProps) {
  const limit = useStore(store, (state) => state.limit);
  const isCut = useStore(store, ({ shown }) => shown?.replay.trace.isCut ?? false);
  const choose = (records: number) => {
    const { shown, limit: before } = store.getState();
    commands.setLimit(records);
    if (!shown?.replay.trace.isCut || records <= before) return;
    const { entryPoint, thread, pixel } = shown.target;
    if (pixel) commands.pickPixel(pixel);
    else commands.traceThread(entryPoint, thread);
  };
  return (
    <div className={styles['limit']} data-needed={isCut || undefined}>
      <span aria-hidden="true">Records</span>
      <Select
        label="Records"
        hint="Steps that a trace may have"
        value={String(limit)}
        options={RECORD_LIMITS}
        onChange={(value) => choose(Number(value))}
      />
    </div>
  );
}
