import { createStore, type StoreApi } from 'zustand/vanilla';
import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import { type ChangesState, NOTHING_COMPILED, type Output } from '#tools/code/changes/state.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { type KeptVersions, outputKey, type Versions, withCompile } from './versions.ts';

export interface ChangesContext extends CodeTools {
  /** Calls back once the page is idle. */
  whenIdle(callback: () => void): void;
}

/** Keeps the newest and the previous code of each target and entry point, and compares them. */
export interface ChangesSession {
  readonly context: ChangesContext;
  readonly store: StoreApi<ChangesState>;
  /** The code of an output before the last edit that changed it; null if there is none. */
  previousOf(target: CompileTarget, entryPoint: string | null): CompiledCode | null;
  dispose: Dispose;
}

interface SessionParts {
  readonly context: ChangesContext;
  readonly store: StoreApi<ChangesState>;
  kept: KeptVersions;
  /** Counts the compiles, so that a comparison knows that a newer one has begun. */
  newest: number;
  /** Ends when the comparison before has ended. */
  comparing: Promise<void>;
}

/** Follows the compiles of the page. Each is compared with the one before it, once the page is idle. */
export function createChangesSession(context: ChangesContext): ChangesSession {
  const parts: SessionParts = {
    context,
    store: createStore<ChangesState>(() => NOTHING_COMPILED),
    kept: new Map(),
    ...{ newest: 0, comparing: Promise.resolve() },
  };
  const workspace = context.workspace.store;
  const disposer = createDisposer();
  disposer.add(workspace.subscribe((state, before) => follow(parts, state, before)));
  disposer.add(() => {
    parts.newest += 1;
  });
  const compiled = compiledIn(workspace.getState());
  if (compiled) add(parts, compiled, false);
  return {
    context,
    store: parts.store,
    previousOf: (target, entryPoint) =>
      parts.kept.get(outputKey(target, entryPoint))?.previous ?? null,
    dispose: disposer.dispose,
  };
}

function follow(parts: SessionParts, state: WorkspaceState, before: WorkspaceState): void {
  if (state.opened.revision !== before.opened.revision) {
    parts.kept = new Map();
    parts.newest += 1;
    parts.store.setState(NOTHING_COMPILED, true);
  }
  if (state.targetCode === before.targetCode) return;
  const compiled = compiledIn(state);
  const { compilation } = before;
  if (compiled) add(parts, compiled, compilation.kind === 'compiling' && compilation.live);
}

/** The newest compile; null if it failed. */
function compiledIn({ targetCode, reflection }: WorkspaceState): CompiledCode | null {
  if (!targetCode?.succeeded || !targetCode.request || reflection === null) return null;
  return { request: targetCode.request, code: targetCode.text, reflection };
}

function add(parts: SessionParts, compiled: CompiledCode, isLive: boolean): void {
  const { target, entrypoint } = compiled.request;
  const output = { target, entryPoint: compilesWholeProgram(target) ? null : entrypoint };
  parts.kept = withCompile(parts.kept, { compiled, at: performance.now(), isLive });
  parts.newest += 1;
  const versions = parts.kept.get(outputKey(target, entrypoint));
  if (!versions) parts.store.setState({ kind: 'too large', output }, true);
  else if (!versions.base) parts.store.setState({ kind: 'first', output }, true);
  else compare(parts, output, versions);
}

/** One comparison runs at a time; of those that wait, only the newest is needed. */
function compare(parts: SessionParts, output: Output, { base, newest }: Versions): void {
  const number = parts.newest;
  const before = base?.code ?? '';
  const after = newest.code;
  const run = async () => {
    const isNewest = () => number === parts.newest;
    if (!isNewest()) return;
    await new Promise<void>((resolve) => parts.context.whenIdle(resolve));
    if (!isNewest()) return;
    const { target } = output;
    const state = await parts.context.analysis.ask('compareCode', { target, before, after }).then(
      (difference): ChangesState => ({ kind: 'compared', output, difference }),
      (thrown: unknown): ChangesState => ({ kind: 'failed', output, reason: messageOf(thrown) }),
    );
    if (isNewest()) parts.store.setState(state, true);
  };
  parts.comparing = parts.comparing.then(run);
}
