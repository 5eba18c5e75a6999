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
