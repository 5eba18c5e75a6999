import type { StoreApi } from 'zustand/vanilla';
import type { CompileReport } from '#program/compileResult.ts';
import type { CompileTarget } from '#program/compileTarget.ts';
import { head } from '#shared/text.ts';
import type { WorkspaceState } from './state.ts';

/** The most of one message, in UTF-16 units. The compiler's log of a bad source has many times that. */
const MESSAGE_LIMIT = 500_000;

/** Messages as they stand in the diagnostics, without the empty ones, and each up to a length. */
export function diagnosticsOf(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .map(shortened)
    .join('\n');
}

function shortened(text: string): string {
  if (text.length <= MESSAGE_LIMIT) return text;
  const length = text.length.toLocaleString('en');
  return `${head(text, MESSAGE_LIMIT)}…\nThe message is cut here: it has ${length} characters.`;
}

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
  const { diagnosticsText } = store.getState();
  const added = diagnosticsOf(...texts);
  if (added === '') return false;
  store.setState({
    diagnosticsText: diagnosticsText === '' ? added : `${diagnosticsText}\n${added}`,
  });
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

/** @param start when the compile was asked for, of `performance.now()` */
export function measureCompile(
  target: CompileTarget,
  start: number,
  { milliseconds, memoryBytes, cached }: CompileReport,
): void {
  const detail = { target, milliseconds, memoryBytes, cached };
  performance.measure('playground:compile', { start, detail });
}
