import type { Dispose } from './disposer.ts';

const PARTS = 20;

/**
 * Calls `onOver` when the time is over, unless it is disposed of before. It counts the time in
 * which this thread had its turn: a part of the limit that ends late, because the machine was busy
 * or slept or the page was frozen, counts as one part however long it was. Whoever is waited for
 * had no more of the machine.
 *
 * @param onOver gets the milliseconds that the clock has counted
 */
export function startTimeLimit(milliseconds: number, onOver: (elapsed: number) => void): Dispose {
  const start = performance.now();
  let left = PARTS;
  let timer: ReturnType<typeof setTimeout>;
  const next = () => {
    if (left === 0) return onOver(performance.now() - start);
    left -= 1;
    timer = setTimeout(next, milliseconds / PARTS);
  };
  next();
  return () => clearTimeout(timer);
}
