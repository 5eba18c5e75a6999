import { useEffect, useState } from 'react';

const SECOND = 1000;

/** Whole seconds since `since`, a `performance.now()` timestamp; 0 while `since` is null. */
export function useElapsedSeconds(since: number | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (since === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const elapsed = performance.now() - since;
      setSeconds(Math.floor(elapsed / SECOND));
      timer = setTimeout(tick, SECOND - (elapsed % SECOND));
    };
    tick();
    return () => clearTimeout(timer);
  }, [since]);
  return seconds;
}

/**
 * Whether more than `limit` milliseconds have passed since `since`, a `performance.now()`
 * timestamp; false while `since` is null.
 */
export function useOverdue(since: number | null, limit: number): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    setOverdue(false);
    if (since === null) return undefined;
    const timer = setTimeout(() => setOverdue(true), since + limit - performance.now());
    return () => clearTimeout(timer);
  }, [since, limit]);
  return overdue;
}
