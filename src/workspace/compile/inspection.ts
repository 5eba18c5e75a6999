import type { StoreApi } from 'zustand/vanilla';
import { runRequest } from '#core/output/compileResult.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { createNewest } from '#core/util/newest.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Inspection } from '#workspace/workspace.ts';

/** How long the text has to rest before it is looked at, in milliseconds. */
const REST = 500;

interface Inspector {
  textChanged(): void;
  /** While anybody listens, each text that rests is looked at. */
  onInspection(listener: (inspection: Inspection) => void): Dispose;
  dispose: Dispose;
}

/**
 * Asks the compiler in the background for the compile that Run would make, so that Run finds it
 * made. It waits while the compiler has anything else to do, and touches nothing of the store.
 */
export function createInspector(
  store: StoreApi<WorkspaceState>,
  source: Pick<Source, 'project'>,
  compiler: Pick<CompilerClient, 'inspect'>,
): Inspector {
  const listeners = new Set<(inspection: Inspection) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text has rested, but the compiler was not free yet. */
  let due = false;
  /** Aborted once the text is another, or nobody listens. */
  const current = createNewest();

  const inspect = async () => {
    due = false;
    const { signal } = current;
    const project = source.project();
    const { text, files } = project;
    const start = performance.now();
    const report = await compiler.inspect(runRequest(text, files), signal);
    if (signal.aborted) return;
    if (report === null) {
      // It gave way to something that is waited for.
      due = true;
      return inspectIfFree();
    }
    const answer = report === 'no-answer' ? null : report;
    const detail = { cached: answer?.cached ?? false, characters: text.length };
    performance.measure('playground:inspection', { start, detail });
    for (const listener of [...listeners]) listener({ project, answer });
  };
  const inspectIfFree = () => {
    if (due && isFree(store.getState())) void inspect();
  };
  const plan = () => {
    due = false;
    current.next();
    clearTimeout(timer);
    if (listeners.size === 0) return;
    timer = setTimeout(() => {
      due = true;
      inspectIfFree();
    }, REST);
  };
  const unsubscribe = store.subscribe(inspectIfFree);
  return {
    textChanged: plan,
    onInspection(listener) {
      listeners.add(listener);
      plan();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) plan();
      };
    },
    dispose() {
      unsubscribe();
      listeners.clear();
      plan();
    },
  };
}

/** The first compile of a page is never kept waiting. */
function isFree({ compiler, compilation }: WorkspaceState): boolean {
  return compiler.kind === 'ready' && compilation.kind === 'done';
}
