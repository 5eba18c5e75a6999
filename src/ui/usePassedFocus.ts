import { type RefObject, useLayoutEffect } from 'react';

const SELECTED_TAB = '[role="tab"][aria-selected="true"]';

/** If the panel goes while it has the focus, the tab that takes its place gets it, not the document. */
export function usePassedFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // The other tab is not selected before React is done.
      queueMicrotask(() => document.querySelector<HTMLElement>(SELECTED_TAB)?.focus());
    };
  }, [panel]);
}
