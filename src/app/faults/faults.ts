import { createStore } from 'zustand/vanilla';

/** An error that nothing expected. */
export interface Fault {
  /** Where it happened, such as `Reflection`; null if only the browser reported it. */
  readonly part: string | null;
  readonly thrown: unknown;
  /** React's stack of components. */
  readonly components?: string | null;
}

/** Different errors of event handlers, timers and promises, oldest first. Each is listed once. */
export const faults = createStore<readonly Fault[]>(() => []);

/** The page keeps this many; an error in each frame must not fill the memory. */
const MAX_FAULTS = 20;

/** Collects errors that reach the window. The console shows them as well. */
export function watchFaults(): void {
  const missingParts = new Set<unknown>();
  const add = (thrown: unknown) => {
    const known = faults.getState();
    // Some browser warnings, such as those about ResizeObserver, are error events without an error.
    if (thrown === null || thrown === undefined || known.length === MAX_FAULTS) return;
    // The page offers to reload instead.
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

/** Message and stack, as the browser writes them. */
export function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const message = String(thrown);
  const { stack = '' } = thrown;
  // Firefox and Safari leave the message out.
  return stack.includes(thrown.message) ? stack : `${message}\n${stack}`;
}
