import type { Dispose } from './disposer.ts';

const PARTS = 4;

/**
 * Calls `onOver` when the time is over, unless it is disposed of before. While the machine sleeps or the
 * page is frozen, a quarter of the time passes at most: whoever is waited for has slept as well.
 */
export function startTimeLimit(milliseconds: number, onOver: () => void): Dispose {
  let left = PARTS;
  let timer: ReturnType<typeof setTimeout>;
  const next = () => {
    if (left === 0) return onOver();
    left -= 1;
    timer = setTimeout(next, milliseconds / PARTS);
  };
  next();
  return () => clearTimeout(timer);
}
