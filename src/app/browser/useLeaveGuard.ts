import { useEffect } from 'react';

/** The browser asks before the page is left, if there is something to lose at that moment. */
export function useLeaveGuard(hasSomethingToLose: () => boolean): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasSomethingToLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [hasSomethingToLose]);
}
