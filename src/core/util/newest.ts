import type { Dispose } from './disposer.ts';

/** Work of one kind: starting new work ends the previous work. */
export interface Newest {
  /** Signal of the newest work. Aborted once that ends or other work starts. */
  readonly signal: AbortSignal;
  /** Ends the current work, and returns the signal of the next. */
  next(): AbortSignal;
  end(): void;
}

export function createNewest(): Newest {
  let controller = new AbortController();
  return {
    get signal() {
      return controller.signal;
    },
    next() {
      controller.abort();
      controller = new AbortController();
      return controller.signal;
    },
    end: () => controller.abort(),
  };
}

/** Starts work that ends when the result is called. */
export function untilDisposed(begin: (signal: AbortSignal) => unknown): Dispose {
  const controller = new AbortController();
  begin(controller.signal);
  return () => controller.abort();
}
