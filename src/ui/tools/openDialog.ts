import { flushSync } from 'react-dom';
import { createStore } from 'zustand/vanilla';

interface OpenDialog {
  /** Of its tool. */
  readonly id: string;
  /** Where the dialog starts; null for its beginning. */
  readonly part: string | null;
}

/** The dialog of a tool that is open; null if none is. */
export const openDialog = createStore<OpenDialog | null>(() => null);

/** What gets the focus back when a dialog closes. */
export const opener: { current: HTMLElement | null } = { current: null };

/** Opens the dialog of a tool, in place of another. */
export function showDialog(id: string, part: string | null = null): void {
  const { activeElement } = document;
  // What is in another dialog goes with it.
  if (activeElement instanceof HTMLElement && !activeElement.closest('[role="dialog"]')) {
    opener.current = activeElement;
  }
  openDialog.setState({ id, part }, true);
}

/** Closes it at once, so that the next dialog to open takes the focus. */
export function closeDialog(): void {
  flushSync(() => openDialog.setState(null, true));
}
