import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { addDiagnostics } from './reporting.ts';
import { INITIAL_STATE, type WorkspaceState } from './state.ts';

it('cuts a message of megabytes, says so, and keeps those that follow', () => {
  const store = createStore<WorkspaceState>(() => INITIAL_STATE);
  addDiagnostics(store, 'x'.repeat(4_000_000), '', 'Nothing was run.');
  const { diagnosticsText } = store.getState();
  expect(diagnosticsText.length).toBeLessThan(501_000);
  expect(diagnosticsText.slice(500_000)).toBe(
    '…\nThe message is cut here: it has 4,000,000 characters.\nNothing was run.',
  );
});
