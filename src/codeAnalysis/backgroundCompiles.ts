import type { StoreApi } from 'zustand/vanilla';
import type { CompileReport, CompileRequest } from '#program/compileResult.ts';
import type { CompilerState } from '#program/compilerState.ts';
import type { CompilationState } from '#workspace/state.ts';

/** As `CompilerService.inspect` does. */
export type CompileForView = (
  request: CompileRequest,
  signal: AbortSignal,
) => Promise<CompileReport | 'no-answer' | null>;

/** Compiles for views, one at a time, when the compiler has nothing else to do. */
export interface BackgroundCompiles {
  /**
   * Waits for its turn, and begins again when the compiler was needed for something more urgent.
   *
   * @returns `no-answer` if the source hangs or kills the compiler, now or before; null if the signal
   *   was aborted
   */
  compile(
    request: CompileRequest,
    signal: AbortSignal,
  ): Promise<CompileReport | 'no-answer' | null>;
}

interface Busyness {
  readonly compiler: CompilerState;
  readonly compilation: CompilationState;
}

export function createBackgroundCompiles(
  compileForView: CompileForView,
  store: Pick<StoreApi<Busyness>, 'getState' | 'subscribe'>,
): BackgroundCompiles {
  let last: Promise<unknown> = Promise.resolve();
  const compileOnce = async (request: CompileRequest, signal: AbortSignal) => {
    while (!signal.aborted) {
      await untilFree(store, signal);
      if (signal.aborted) break;
      const report = await compileForView(request, signal);
      if (report !== null) return signal.aborted ? null : report;
    }
    return null;
  };
  return {
    compile(request, signal) {
      const mine = last.then(() => compileOnce(request, signal));
      last = mine;
      return mine;
    },
  };
}

/** Resolves once the compiler has nothing to do that somebody waits for, or the signal is aborted. */
function untilFree(
  store: Pick<StoreApi<Busyness>, 'getState' | 'subscribe'>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isFree(store.getState()) && !signal.aborted) return;
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}

function isFree({ compiler, compilation }: Busyness): boolean {
  return compiler.kind === 'ready' && compilation.kind !== 'compiling';
}
