import type { StoreApi } from 'zustand/vanilla';
import type { WorkspaceState } from './state.ts';

/** Appends to the text of the diagnostics and opens their tab; nothing happens for empty texts. */
export function addDiagnostics(store: StoreApi<WorkspaceState>, ...texts: readonly string[]): void {
  const said = texts.filter((text) => text !== '');
  if (said.length === 0) return;
  const { diagnosticsText } = store.getState();
  const parts = diagnosticsText === '' ? said : [diagnosticsText, ...said];
  store.setState({ diagnosticsText: parts.join('\n'), activeTab: 'diagnostics' });
}
