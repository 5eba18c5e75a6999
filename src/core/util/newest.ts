import type { Dispose } from './disposer.ts';

/** Work of one kind, of which the newest wins: what is begun ends what came before. */
export interface Newest {
  /** Of the newest work. Aborted once it has ended or other work has begun. */
  readonly signal: AbortSignal;
  /** Ends the work that is under way, and returns the signal of the next. */
  next(): AbortSignal;
  /** Ends the work that is under way. */
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

/** Begins work that ends when the result is called. */
export function untilDisposed(begin: (signal: AbortSignal) => unknown): Dispose {
  const controller = new AbortController();
  begin(controller.signal);
  return () => controller.abort();
}
