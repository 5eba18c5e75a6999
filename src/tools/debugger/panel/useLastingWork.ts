import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { DebuggerState, DebuggerWork } from '#tools/debugger/state.ts';

/** Milliseconds. Shorter work, as while following the pointer, would only flicker. */
const LASTING = 250;

/** What the debugger is doing, once that takes a while. */
export function useLastingWork(store: StoreApi<DebuggerState>): DebuggerWork {
  const work = useStore(store, (state) => state.work);
  const [lasting, setLasting] = useState(work);
  useEffect(() => {
    if (work.kind === 'idle') {
      setLasting(work);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(work), LASTING);
    return () => clearTimeout(timer);
  }, [work]);
  return work.kind === 'idle' ? work : lasting;
}
