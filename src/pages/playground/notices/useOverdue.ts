import { useEffect, useState } from 'react';

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
