import type { StoreApi } from 'zustand/vanilla';
import { type Message, messagesAbout } from './messages.ts';
import type { WorkspaceState } from './state.ts';
import { openTab } from './tabs.ts';

/** Adds messages and opens Diagnostics, unless all texts are empty. */
export function tell(
  store: StoreApi<WorkspaceState>,
  about: Message['about'],
  ...texts: readonly string[]
): void {
  if (tellQuietly(store, about, ...texts)) openTab(store, { kind: 'message' });
}

/**
 * Adds messages without changing the tab, for use while the user is typing.
 *
 * @returns whether a message was added
 */
export function tellQuietly(
  { getState, setState }: StoreApi<WorkspaceState>,
  about: Message['about'],
  ...texts: readonly string[]
): boolean {
  const added = messagesAbout(about, ...texts);
  if (added.length === 0) return false;
  setState({ messages: [...getState().messages, ...added] });
  return true;
}
