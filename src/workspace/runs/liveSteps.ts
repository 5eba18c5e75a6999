import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Outcome } from '#workspace/compile/outcome.ts';

/** How long the text has to rest before the running program follows it, in milliseconds. */
const REST = 100;

/** The same while compiles take less than {@link FAST}: the program can follow nearly each key. */
const SHORT_REST = 40;
const FAST = 60;

/**
 * While compiles take less, in milliseconds, each edit is compiled at once, in case the text
 * rests now. A slower compile would delay the newest text, usually by more than the pause.
 */
const WORTH_A_GUESS = 2 * REST;

/** An outcome that is used once the text rests. */
export interface Answered {
  readonly text: string;
  readonly outcome: Outcome;
}

export interface LiveState {
  readonly on: boolean;
  readonly rested: boolean;
  /** How many runs and compiles that somebody asked for are under way. */
  readonly suspensions: number;
  /** When the compile that is under way began; null if none is. */
  readonly compilingSince: number | null;
  readonly lastDuration: number;
  readonly answered: Answered | null;
  /** The text that was run, or would have been if it had no errors. */
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

/** The current text is in `text`, and the time of `performance.now()` in `at`. */
export type LiveEvent =
  | { readonly kind: 'switched'; readonly on: boolean; readonly text: string; readonly at: number }
  | { readonly kind: 'edited'; readonly at: number }
  | { readonly kind: 'rested'; readonly text: string; readonly at: number }
  /** A Run or Compile was asked for. */
  | { readonly kind: 'suspended' }
  /** This text is run, so that live mode need not run it. */
  | { readonly kind: 'ran'; readonly text: string }
  | { readonly kind: 'resumed'; readonly text: string; readonly at: number }
  | {
      readonly kind: 'answered';
      /** Null if something else superseded the compile. */
      readonly answered: Answered | null;
      readonly text: string;
      readonly at: number;
    };

export type LiveEffect =
  /** Report `rested` once nobody has typed for so long. */
  | { readonly kind: 'await rest'; readonly milliseconds: number }
  | { readonly kind: 'compile' }
  | { readonly kind: 'show compiling'; readonly since: number }
  | { readonly kind: 'show settled' }
  /** This descriptor is launched next, unless somebody edits the text before. */
  | { readonly kind: 'expect'; readonly descriptor: RunDescriptor }
  | { readonly kind: 'follow'; readonly answered: Answered };

type Step = readonly [LiveState, readonly LiveEffect[]];

/** One compile at a time; the newest text wins. What somebody asks for goes first. */
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

/** Follows the text if it rests, or compiles it to do so. */
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
