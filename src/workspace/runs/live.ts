import type { StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import { choose, chosen } from '#engine/storage/choices.ts';
import { evaluate, show } from '#workspace/compile/outcome.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { CompilationState, WorkspaceState } from '#workspace/state.ts';
import type { Launcher } from './launcher.ts';
import {
  type Answered,
  INITIAL_LIVE_STATE,
  type LiveEffect,
  type LiveEvent,
  type LiveState,
  step,
} from './liveSteps.ts';

/**
 * Live mode: at each pause in typing the text is compiled, and the running program goes on with the
 * new version. Its compiles are the page's, with the shorter time limit: a longer one would keep all
 * later text waiting.
 */
export interface LiveMode {
  /** Remembered in this browser. Switched on, it follows the text at once. */
  setLive(on: boolean): void;
  /** The text was edited. */
  edited(): void;
  /**
   * A run or compile was asked for; until the returned function is called, live mode waits.
   *
   * @param text what is run, so that live mode need not
   */
  suspend(text?: string): () => void;
  dispose: Dispose;
}

export function createLiveMode(
  store: StoreApi<WorkspaceState>,
  source: Source,
  compiler: Pick<CompilerClient, 'compile'>,
  launcher: Pick<Launcher, 'newest' | 'launch' | 'expect'>,
): LiveMode {
  const disposer = createDisposer();
  const activity = createActivity(store);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: LiveState = { ...INITIAL_LIVE_STATE, on: chosen('live') === 'on' };
  store.setState({ live: state.on });
  disposer.add(() => clearTimeout(timer));

  const dispatch = (event: LiveEvent) => {
    const [next, effects] = step(state, event);
    state = next;
    for (const effect of effects) perform(effect);
  };
  const now = () => ({ text: source.identity(), at: performance.now() });
  const compile = async () => {
    const text = source.identity();
    const outcome = await evaluate(source, compiler, 'page');
    if (disposer.disposed) return;
    dispatch({ kind: 'answered', answered: outcome && { text, outcome }, ...now() });
  };
  const perform = (effect: LiveEffect) => {
    switch (effect.kind) {
      case 'await rest':
        clearTimeout(timer);
        timer = setTimeout(() => dispatch({ kind: 'rested', ...now() }), effect.milliseconds);
        return;
      case 'compile':
        return void compile();
      case 'show compiling':
        return activity.showCompiling(effect.since);
      case 'show settled':
        return activity.showSettled();
      case 'expect':
        return launcher.expect(effect.descriptor);
      case 'follow':
        return follow(store, source, launcher, effect.answered);
      default:
        return assertNever(effect);
    }
  };
  return {
    setLive(on) {
      choose('live', on ? 'on' : 'off');
      store.setState({ live: on });
      dispatch({ kind: 'switched', on, ...now() });
    },
    edited: () => dispatch({ kind: 'edited', at: performance.now() }),
    suspend(text) {
      dispatch({ kind: 'suspended' });
      if (text !== undefined) dispatch({ kind: 'ran', text });
      return () => dispatch({ kind: 'resumed', ...now() });
    },
    dispose: disposer.dispose,
  };
}

/** Shows an outcome, and launches what there is to run. */
function follow(
  store: StoreApi<WorkspaceState>,
  source: Source,
  launcher: Pick<Launcher, 'newest' | 'launch'>,
  { text, outcome }: Answered,
): void {
  show(store, outcome, { kind: 'live' });
  const { planned } = outcome;
  if (!planned?.ok || store.getState().gpu.kind === 'unavailable') return;
  void launcher.launch({
    request: launcher.newest(),
    source: text,
    descriptor: planned.value,
    cause: 'live',
    foreign: source.isForeign(),
    siteDemo: source.isSiteDemo(),
  });
}

/** Shows that live mode compiles, and what was there before once it is over without an outcome. */
function createActivity({ getState, setState }: StoreApi<WorkspaceState>) {
  let settled: CompilationState = { kind: 'idle' };
  return {
    showCompiling(since: number) {
      const { compilation } = getState();
      if (compilation.kind !== 'compiling') settled = compilation;
      setState({ compilation: { kind: 'compiling', since, live: true } });
    },
    showSettled() {
      const { compilation } = getState();
      if (compilation.kind === 'compiling' && compilation.live) setState({ compilation: settled });
    },
  };
}
