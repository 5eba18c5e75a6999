import type { StoreApi } from 'zustand/vanilla';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer } from '#core/util/disposer.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import { choose, chosen } from '#engine/storage/settings.ts';
import { evaluate, type Outcome, show } from '#workspace/compilation.ts';
import type { Source } from '#workspace/sources/source.ts';
import type { CompilationState, WorkspaceState } from '#workspace/state.ts';
import type { Launcher } from './launcher.ts';

/**
 * Live mode compiles the text at each pause in typing and updates the running program. Its compiles
 * have the page's priority and shorter time limit, because a slow compile would delay all later
 * texts.
 */
export type LiveMode = ReturnType<typeof createLiveMode>;

export function createLiveMode(
  store: StoreApi<WorkspaceState>,
  source: Source,
  compiler: CompilerClient,
  launcher: Launcher,
) {
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
    /** Stored in this browser. When switched on, live mode follows the text immediately. */
    setLive(on: boolean) {
      choose('live', on ? 'on' : 'off');
      store.setState({ live: on });
      dispatch({ kind: 'switched', on, ...now() });
    },
    edited: () => dispatch({ kind: 'edited', at: performance.now() }),
    /**
     * Live mode waits from a run or compile request until the returned function is called.
     *
     * @param text the text of a run, which live mode then need not run
     */
    suspend(text?: string): () => void {
      dispatch({ kind: 'suspended' });
      if (text !== undefined) dispatch({ kind: 'ran', text });
      return () => dispatch({ kind: 'resumed', ...now() });
    },
    dispose: disposer.dispose,
  };
}

function follow(
  store: StoreApi<WorkspaceState>,
  source: Source,
  launcher: Launcher,
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

/**
 * Shows the "compiling" state, and restores the previous one if the compile ends without a result.
 */
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

/** How long the text must stay unchanged before the running program follows it (ms). */
const REST = 100;

/**
 * Used instead while compiles take less than {@link FAST}: the program can follow almost every key.
 */
const SHORT_REST = 40;
const FAST = 60;

/**
 * While compiles take less than this (ms), each edit is compiled immediately, in case the text
 * rests now. A slower compile would delay the newest text, usually by more than the pause.
 */
const WORTH_A_GUESS = 2 * REST;

/** An outcome that waits until the text rests. */
export interface Answered {
  readonly text: string;
  readonly outcome: Outcome;
}

export interface LiveState {
  readonly on: boolean;
  readonly rested: boolean;
  /** Number of runs and compiles in progress that the user requested. */
  readonly suspensions: number;
  /** When the current live compile began; null if none is in progress. */
  readonly compilingSince: number | null;
  readonly lastDuration: number;
  readonly answered: Answered | null;
  /** The text that was run last, or would have been if it had no errors. */
  readonly followed: string | null;
}

export const INITIAL_LIVE_STATE: LiveState = {
  on: false,
  rested: true,
  suspensions: 0,
  compilingSince: null,
  lastDuration: 0,
  answered: null,
  followed: null,
};

/** `text` is the current text; `at` is the time of `performance.now()`. */
export type LiveEvent =
  | { readonly kind: 'switched'; readonly on: boolean; readonly text: string; readonly at: number }
  | { readonly kind: 'edited'; readonly at: number }
  | { readonly kind: 'rested'; readonly text: string; readonly at: number }
  | { readonly kind: 'suspended' }
  /** A run of this text was requested, so live mode need not run it. */
  | { readonly kind: 'ran'; readonly text: string }
  | { readonly kind: 'resumed'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'answered';
      /** Null if another request superseded the compile. */
      readonly answered: Answered | null;
      readonly text: string;
      readonly at: number;
    };

export type LiveEffect =
  /** Report `rested` after this long without an edit. */
  | { readonly kind: 'await rest'; readonly milliseconds: number }
  | { readonly kind: 'compile' }
  | { readonly kind: 'show compiling'; readonly since: number }
  | { readonly kind: 'show settled' }
  /** This descriptor will be launched next, unless the user edits the text first. */
  | { readonly kind: 'expect'; readonly descriptor: RunDescriptor }
  | { readonly kind: 'follow'; readonly answered: Answered };

type Step = readonly [LiveState, readonly LiveEffect[]];

/** Compiles one text at a time; the newest text wins. Requests of the user go first. */
export function step(state: LiveState, event: LiveEvent): Step {
  switch (event.kind) {
    case 'switched':
      return event.on
        ? proceed({ ...state, on: true }, event)
        : [{ ...state, on: false }, [{ kind: 'show settled' }]];
    case 'edited':
      return edited(state, event.at);
    case 'rested':
      return proceed({ ...state, rested: true }, event);
    case 'suspended':
      return [{ ...state, suspensions: state.suspensions + 1 }, []];
    case 'ran':
      return [{ ...state, followed: event.text }, []];
    case 'resumed':
      return proceed({ ...state, suspensions: state.suspensions - 1 }, event);
    case 'answered':
      return answered(state, event);
    default:
      return assertNever(event);
  }
}

function edited(state: LiveState, at: number): Step {
  if (!state.on) return [state, []];
  const next = { ...state, rested: false, answered: null };
  const guesses =
    state.compilingSince === null && state.suspensions === 0 && state.lastDuration < WORTH_A_GUESS;
  const milliseconds = state.lastDuration < FAST ? SHORT_REST : REST;
  const awaitRest: LiveEffect = { kind: 'await rest', milliseconds };
  return guesses
    ? [{ ...next, compilingSince: at }, [awaitRest, { kind: 'compile' }]]
    : [next, [awaitRest]];
}

function answered(state: LiveState, event: Extract<LiveEvent, { kind: 'answered' }>): Step {
  const lastDuration = event.at - (state.compilingSince ?? event.at);
  const free = { ...state, compilingSince: null, lastDuration };
  // A Run of the same text has the same outcome, and shows it.
  if (event.answered === null || state.suspensions > 0) return proceed(free, event);
  const { text, outcome } = event.answered;
  const [next, effects] = proceed({ ...free, answered: event.answered }, event);
  const isExpected = !state.rested && outcome.planned?.ok && text === event.text;
  return isExpected
    ? [next, [{ kind: 'expect', descriptor: outcome.planned.value }, ...effects]]
    : [next, effects];
}

/** If the text rests, follows it, or compiles it first. */
function proceed(state: LiveState, now: { readonly text: string; readonly at: number }): Step {
  if (!state.rested || state.suspensions > 0 || !state.on) return [state, []];
  const { text } = now;
  const next = { ...state, answered: null };
  if (text === state.followed)
    return [next, state.compilingSince === null ? [{ kind: 'show settled' }] : []];
  if (state.answered?.text === text)
    return [{ ...next, followed: text }, [{ kind: 'follow', answered: state.answered }]];
  if (state.compilingSince !== null)
    return [next, [{ kind: 'show compiling', since: state.compilingSince }]];
  const effects: LiveEffect[] = [{ kind: 'show compiling', since: now.at }, { kind: 'compile' }];
  return [{ ...next, compilingSince: now.at }, effects];
}
