import type { StoreApi } from 'zustand/vanilla';
import type { WorkspaceState } from './state.ts';

/** Appends to the text of the diagnostics and opens their tab; nothing happens for empty texts. */
export function addDiagnostics(store: StoreApi<WorkspaceState>, ...texts: readonly string[]): void {
  if (noteDiagnostics(store, ...texts)) store.setState({ activeTab: 'diagnostics' });
}

/**
 * Appends to the text of the diagnostics and leaves the chosen tab in sight, for what comes while
 * somebody types.
 *
 * @returns whether there was anything to say
 */
export function noteDiagnostics(
  store: StoreApi<WorkspaceState>,
  ...texts: readonly string[]
): boolean {
  const said = texts.filter((text) => text !== '');
  if (said.length === 0) return false;
  const { diagnosticsText } = store.getState();
  const parts = diagnosticsText === '' ? said : [diagnosticsText, ...said];
  store.setState({ diagnosticsText: parts.join('\n') });
  return true;
}

/** From now on; the returned function gives what has been added to the diagnostics meanwhile. */
export function watchDiagnostics({ getState }: StoreApi<WorkspaceState>): () => string {
  const before = getState().diagnosticsText;
  return () => {
    const text = getState().diagnosticsText;
    return text.startsWith(before) ? text.slice(before.length).trimStart() : text;
  };
}
