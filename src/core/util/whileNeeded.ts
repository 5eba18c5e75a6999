import type { Sliced } from './slices.ts';

/** Runs the work; returns null once the signal is aborted. */
export function* whileNeeded<T>(work: Sliced<T>, signal: AbortSignal): Sliced<T | null> {
  while (!signal.aborted) {
    const { done, value } = work.next();
    if (done) return value;
    yield;
  }
  return null;
}
