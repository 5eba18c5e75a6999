import { flushSync } from 'react-dom';
import type { Dispose } from '#core/util/disposer.ts';

const open = new Set<() => void>();

/** A dialog of the navbar opened, until the result is called. */
export function dialogOpened(close: () => void): Dispose {
  open.add(close);
  return () => open.delete(close);
}

/** At once, so that the next dialog to open takes the focus. */
export function closeDialogs(): void {
  flushSync(() => {
    for (const close of open) close();
  });
}
