import type { Sliced } from './slices.ts';

/** The work, which gives null once the signal is aborted. */
export function* whileNeeded<T>(work: Sliced<T>, signal: AbortSignal): Sliced<T | null> {
  while (!signal.aborted) {
    const { done, value } = work.next();
    if (done) return value;
    yield;
  }
  return null;
}
