import type { Dispose } from './disposer.ts';

const PARTS = 20;

/**
 * Calls `onOver` when the time is up, unless disposed first. Only time in which this thread can run
 * counts, since the awaited work cannot run otherwise either: the limit consists of equal parts,
 * and a part that ends late, because the machine was busy or asleep or the page frozen, counts as
 * one part.
 *
 * @param onOver receives the elapsed milliseconds of the clock
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

/** The work's value if it settles within `limit` milliseconds, else the value of `otherwise`. */
export async function inTime<Value>(
  work: Promise<Value>,
  limit: number,
  otherwise: () => Value,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
