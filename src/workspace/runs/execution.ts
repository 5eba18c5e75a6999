import type { StoreApi } from 'zustand/vanilla';
import { createNewest } from '#core/util/newest.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import {
  askedPolicy,
  compileChosen,
  type EntryPointLookup,
  evaluate,
  type ShowPolicy,
  show,
} from '#workspace/compilation.ts';
import type { Message } from '#workspace/messages.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import type { Launcher } from './launcher.ts';
import type { LiveMode } from './live.ts';
import type { RunRequestOptions } from './runGate.ts';

export type Execution = ReturnType<typeof createExecution>;

/** Compiles and runs the current source; newer requests go first (specification, section 4). */
export function createExecution(
  store: StoreApi<WorkspaceState>,
  source: Source,
  compiler: CompilerClient,
  lookup: EntryPointLookup,
  launcher: Launcher,
  live: LiveMode,
) {
  /** The newest run's compile; null once it is over. */
  let runCompiling: Promise<unknown> | null = null;
  /**
   * A newer Run supersedes an older Run and any Compile; a newer Compile supersedes an older
   * Compile.
   */
  const newestRun = createNewest();
  const newestCompile = createNewest();
  return {
    async compile() {
      const signal = newestCompile.next();
      const resume = live.suspend();
      // Otherwise this compile would supersede that of a run that the user is waiting for.
      await runCompiling;
      if (!signal.aborted) {
        const policy = beginCompile(store);
        const outcome = await compileChosen(store, source, compiler, lookup, signal);
        if (outcome) {
          show(store, outcome, policy);
          openTab(store, { kind: 'compiled' });
        }
      }
      resume();
    },
    async run({ beforeReading, cause = 'pressed', keepsTab = false }: RunRequestOptions = {}) {
      const text = source.identity();
      newestCompile.end();
      const signal = newestRun.next();
      const request = launcher.begin();
      const resume = live.suspend(text);
      const policy = beginCompile(store, beforeReading);
      const compiling = evaluate(source, compiler, 'person', signal);
      runCompiling = compiling;
      const outcome = await compiling;
      if (runCompiling === compiling) runCompiling = null;
      if (outcome) show(store, outcome, policy);
      const launched = outcome?.planned?.ok
        ? launcher.launch({
            request,
            source: text,
            descriptor: outcome.planned.value,
            cause,
            keepsTab,
            foreign: source.isForeign(),
            siteDemo: source.isSiteDemo(),
          })
        : launcher.giveUp(request, outcome !== null);
      resume();
      await launched;
    },
  };
}

/** @returns how to show the outcome of the compile that the user requests now */
function beginCompile(
  store: StoreApi<WorkspaceState>,
  beforeReading?: readonly Message[],
): ShowPolicy {
  store.setState({ compilation: { kind: 'compiling', since: performance.now(), live: false } });
  return askedPolicy(store.getState(), beforeReading);
}
