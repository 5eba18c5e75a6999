import { createStore } from 'zustand/vanilla';
import { stackOf } from '#core/util/errors.ts';
import type { Fault } from '#ui/faults/report.ts';

/** Distinct errors of event handlers, timers and promises, oldest first. */
export const faults = createStore<readonly Fault[]>(() => []);

/** Limits the list, because an error in each frame must not fill the memory. */
const MAX_FAULTS = 20;

/** Collects uncaught errors. The console still shows them. */
export function watchFaults(): void {
  const missingParts = new Set<unknown>();
  const add = (thrown: unknown) => {
    const known = faults.getState();
    // Some browser warnings, such as those about ResizeObserver, are error events without an error.
    if (thrown === null || thrown === undefined || known.length === MAX_FAULTS) return;
    // For a missing chunk, the page offers to reload instead.
    if (missingParts.has(thrown)) return;
    const stack = stackOf(thrown);
    if (stack.includes('-extension://') || known.some((each) => stackOf(each.thrown) === stack))
      return;
    faults.setState([...known, { part: null, thrown }], true);
  };
  addEventListener('vite:preloadError', ({ payload }) => missingParts.add(payload));
  addEventListener('error', ({ error }) => add(error));
  addEventListener('unhandledrejection', ({ reason }) => add(reason));
}
