import type {
  Agreement,
  DebuggerState,
  DebuggerWork,
  SearchResult,
  ShownTrace,
  TraceTarget,
} from '#tools/debugger/state.ts';
import type { Breakpoint, Movement, Replay } from '#tools/debugger/trace/replay.ts';
import { shownLine } from '#tools/debugger/trace/shownLine.ts';

/** Records that a trace may have, until somebody chooses another number. */
const DEFAULT_LIMIT = 65_536;

export const CLOSED: DebuggerState = {
  isOpen: false,
  isPicking: false,
  isFollowing: false,
  work: { kind: 'idle' },
  problem: null,
  entryPoints: [],
  picture: null,
  target: null,
  shown: null,
  breakpoints: [],
  watches: [],
  limit: DEFAULT_LIMIT,
  search: null,
};

/** Breakpoints, watches and the limit outlast the debugger's being closed. */
export function closed({ breakpoints, watches, limit }: DebuggerState): DebuggerState {
  return { ...CLOSED, breakpoints, watches, limit };
}

/** Another source was opened: what was known of the one before is of no use. */
export function sourceReplaced({ isOpen, watches, limit }: DebuggerState): DebuggerState {
  return { ...CLOSED, isOpen, watches, limit };
}

export function begun(state: DebuggerState, work: DebuggerWork): DebuggerState {
  return { ...state, work, problem: null };
}

export function failed(state: DebuggerState, problem: string): DebuggerState {
  return { ...state, work: { kind: 'idle' }, problem };
}

/** Nothing is under way any more. */
export function rested(state: DebuggerState): DebuggerState {
  return { ...state, work: { kind: 'idle' } };
}

export interface TraceOutcome {
  readonly replay: Replay;
  readonly target: TraceTarget;
  readonly frame: number;
  readonly agreement: Agreement;
  readonly remarks: readonly string[];
}

/** A trace is there. It shows its last step: all that the thread has done. */
export function traced(state: DebuggerState, outcome: TraceOutcome): DebuggerState {
  const shown: ShownTrace = {
    ...outcome,
    step: outcome.replay.last,
    stackFrame: 0,
    isDated: false,
  };
  return { ...rested(state), problem: null, target: outcome.target, shown };
}

export function searched(state: DebuggerState, search: SearchResult): DebuggerState {
  return { ...rested(state), problem: null, search };
}

/** At another step, the innermost function is shown. */
export function atStep(state: DebuggerState, step: number): DebuggerState {
  const { shown } = state;
  if (!shown) return state;
  const last = shown.replay.last;
  const within = Math.min(last, Math.max(Math.min(0, last), Math.round(step)));
  if (within === shown.step && shown.stackFrame === 0) return state;
  return { ...state, shown: { ...shown, step: within, stackFrame: 0 } };
}

export function moved(state: DebuggerState, movement: Movement): DebuggerState {
  const { shown } = state;
  if (!shown || shown.replay.last < 0) return state;
  return atStep(state, shown.replay.move(shown.step, movement));
}

/** At the first step on a line of the source; says so if the thread does not come there. */
export function atLine(state: DebuggerState, line: number): DebuggerState {
  const isThere = ({ shown }: DebuggerState) => shown !== null && shownLine(shown) === line;
  const first = moved(state, { kind: 'first' });
  const found = isThere(first) ? first : moved(first, { kind: 'to-line', line });
  if (!state.shown || isThere(found)) return found;
  return { ...state, problem: `The traced thread does not reach line ${line}.` };
}

/** The source is now this text: what was traced, or not any more. */
export function sourceEdited(state: DebuggerState, text: string): DebuggerState {
  const { shown } = state;
  if (!shown) return state;
  const isDated = text !== shown.replay.trace.program.source;
  return isDated === shown.isDated ? state : { ...state, shown: { ...shown, isDated } };
}

/** At most one breakpoint is on a line. */
export function withBreakpoint(state: DebuggerState, breakpoint: Breakpoint): DebuggerState {
  const others = state.breakpoints.filter(({ line }) => line !== breakpoint.line);
  const breakpoints = [...others, breakpoint].toSorted((one, other) => one.line - other.line);
  return { ...state, breakpoints };
}

export function withoutBreakpoint(state: DebuggerState, line: number): DebuggerState {
  return { ...state, breakpoints: state.breakpoints.filter((each) => each.line !== line) };
}

/** The trace at the first step of a site; as it is if there is no such step. */
export function opensAtSite(state: DebuggerState, site: number | undefined): DebuggerState {
  if (site === undefined || !state.shown) return state;
  const step = state.shown.replay.trace.steps.findIndex((each) => each.site === site);
  return step < 0 ? state : atStep(state, step);
}
