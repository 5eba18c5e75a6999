import { useEffect } from 'react';

/** Makes the browser ask before the user leaves the page with unsaved work. */
export function useLeaveGuard(hasSomethingToLose: () => boolean): void {
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasSomethingToLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [hasSomethingToLose]);
}
