import { flushSync } from 'react-dom';
import { createStore } from 'zustand/vanilla';

interface OpenDialog {
  readonly id: string;
  /** The part of the dialog to show first; null for its start. */
  readonly part: string | null;
}

/** The open dialog of a tool; null if none is open. */
export const openDialog = createStore<OpenDialog | null>(() => null);

/** The element that gets the focus back when a dialog closes. */
export const opener: { current: HTMLElement | null } = { current: null };

/** Opens a tool's dialog in place of the current one. */
export function showDialog(id: string, part: string | null = null): void {
  const { activeElement } = document;
  // An element inside another dialog will disappear with that dialog.
  if (activeElement instanceof HTMLElement && !activeElement.closest('[role="dialog"]')) {
    opener.current = activeElement;
  }
  openDialog.setState({ id, part }, true);
}

/** Closes the dialog synchronously, so that the next one to open takes the focus. */
export function closeDialog(): void {
  flushSync(() => openDialog.setState(null, true));
}
