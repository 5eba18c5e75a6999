import type { OpenFile } from '#core/project/openFile.ts';
import { MAIN_FILE } from '#core/project/project.ts';
import { hasTexts, type Texts } from '#core/source/instrument/modules.ts';
import {
  comparePlaces,
  isSamePlace,
  lineOf,
  placeText,
  type SourcePlace,
} from '#core/source/instrument/places.ts';
import type {
  Agreement,
  DebuggerState,
  DebuggerWork,
  PixelFragment,
  SearchResult,
  ShownTrace,
  TraceTarget,
} from '#tools/debugger/state.ts';
import type { Breakpoint, Movement, Replay } from '#tools/debugger/trace/replay.ts';
import { shownLine, shownPlace } from '#tools/debugger/trace/shownLine.ts';

const DEFAULT_LIMIT = 65_536;

export const CLOSED: DebuggerState = {
  isOpen: false,
  isPicking: false,
  isPickingOther: false,
  isFollowing: false,
  work: { kind: 'idle' },
  problem: null,
  entryPoints: [],
  picture: null,
  target: null,
  shown: null,
  breakpoints: [],
  deletedBreakpoints: [],
  watches: [],
  limit: DEFAULT_LIMIT,
  computed: new Map(),
  search: null,
  hits: null,
};

/** Breakpoints, watches and the limit outlive closing the debugger. */
export function closed({
  breakpoints,
  deletedBreakpoints,
  watches,
  limit,
}: DebuggerState): DebuggerState {
  return { ...CLOSED, breakpoints, deletedBreakpoints, watches, limit };
}

/** For another source: discards what belongs to the previous one, including its breakpoints. */
export function sourceReplaced({ isOpen, watches, limit }: DebuggerState): DebuggerState {
  return { ...CLOSED, isOpen, watches, limit };
}

export function begun(state: DebuggerState, work: DebuggerWork): DebuggerState {
  return { ...state, work, problem: null };
}

export function failed(state: DebuggerState, problem: string): DebuggerState {
  return { ...state, work: { kind: 'idle' }, problem };
}

export function rested(state: DebuggerState): DebuggerState {
  return { ...state, work: { kind: 'idle' } };
}

export interface TraceOutcome {
  readonly replay: Replay;
  readonly target: TraceTarget;
  readonly frame: number;
  readonly agreement: Agreement;
  readonly fragments: readonly PixelFragment[];
  readonly remarks: readonly string[];
}

/**
 * Shows a new trace at its last step, where everything that the thread did is visible. A vertex of
 * a fragment keeps the list that leads back.
 */
export function traced(
  state: DebuggerState,
  outcome: TraceOutcome & Pick<ShownTrace, 'resources'>,
): DebuggerState {
  const before = state.shown?.fragments ?? [];
  const isVertex = before.some(({ vertex }) => vertex === outcome.target.entryPoint);
  const shown: ShownTrace = {
    ...outcome,
    fragments: isVertex ? before : outcome.fragments,
    step: outcome.replay.last,
    stackFrame: 0,
    isDated: false,
  };
  const { target } = outcome;
  return { ...rested(state), problem: null, target, shown, computed: CLOSED.computed };
}

export function searched(state: DebuggerState, search: SearchResult): DebuggerState {
  return { ...rested(state), problem: null, search };
}

/** Moving to a step selects the innermost function. */
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

/**
 * Moves to the first step on a line of the source. Reports a problem if the thread does not reach
 * it.
 */
export function atPlace(state: DebuggerState, place: SourcePlace): DebuggerState {
  const line = state.shown && lineOf(state.shown.replay.trace.program, place);
  const isThere = ({ shown }: DebuggerState) => shown !== null && shownLine(shown) === line;
  const first = moved(state, { kind: 'first' });
  const found = isThere(first) || line === null ? first : moved(first, { kind: 'to-line', line });
  if (!state.shown || isThere(found)) return found;
  return { ...state, problem: `The traced thread does not reach ${placeText(place)}.` };
}

/**
 * Moves to the first step at which a breakpoint stops. The condition of a loop may hold on the GPU
 * where the trace does not know it yet: then to the first step on the line.
 */
export function atBreakpoint(state: DebuggerState, breakpoint: Breakpoint): DebuggerState {
  const { condition } = breakpoint;
  const isThere = ({ shown }: DebuggerState) => {
    const place = shown && shownPlace(shown);
    return place !== null && isSamePlace(place, breakpoint);
  };
  const first = moved(state, { kind: 'first' });
  if (isThere(first) && condition === null) return first;
  const found = moved(first, { kind: 'continue', breakpoints: [breakpoint] });
  return isThere(found) ? found : atPlace(state, breakpoint);
}

/** Marks the trace as dated, or as current again if the files are back to the traced texts. */
export function sourceEdited(before: DebuggerState, texts: Texts): DebuggerState {
  const state = before.hits ? { ...before, hits: null } : before;
  const { shown } = state;
  if (!shown) return state;
  const isDated = !hasTexts(shown.replay.trace.program, texts);
  return isDated === shown.isDated ? state : { ...state, shown: { ...shown, isDated } };
}

/**
 * Gives the breakpoints of renamed files the new paths, and removes those of deleted files until a
 * file is added under the path, which undoes the deletion.
 */
export function filesChanged(
  state: DebuggerState,
  before: readonly OpenFile[],
  now: readonly OpenFile[],
): DebuggerState {
  const { breakpoints, deletedBreakpoints } = state;
  if (breakpoints.length + deletedBreakpoints.length === 0) return state;
  const paths = new Map([[MAIN_FILE, MAIN_FILE]]);
  const added = new Map(now.map(({ path, text }) => [path, text]));
  for (const { id, path } of before) {
    const file = now.find((each) => each.id === id);
    if (!file) continue;
    paths.set(path, file.path);
    added.delete(file.path);
  }
  const isAdded = ({ path = MAIN_FILE }: Breakpoint) => added.has(path);
  const isInText = ({ path = MAIN_FILE, line }: Breakpoint) =>
    line <= (added.get(path) ?? '').split('\n').length;
  const isDeleted = ({ path = MAIN_FILE }: Breakpoint) => !paths.has(path);
  const followed = breakpoints.flatMap(({ path = MAIN_FILE, ...rest }) => {
    const followedPath = paths.get(path);
    return followedPath === undefined ? [] : [{ ...rest, path: followedPath }];
  });
  const returned = deletedBreakpoints.filter((each) => isAdded(each) && isInText(each));
  const gone = deletedBreakpoints.filter((each) => !isAdded(each));
  return {
    ...state,
    breakpoints: [...followed, ...returned].toSorted(comparePlaces),
    deletedBreakpoints: [...gone, ...breakpoints.filter(isDeleted)],
  };
}

/** Replaces the line's breakpoint, if it has one. */
export function withBreakpoint(state: DebuggerState, breakpoint: Breakpoint): DebuggerState {
  const others = state.breakpoints.filter((each) => !isSamePlace(each, breakpoint));
  return { ...state, breakpoints: [...others, breakpoint].toSorted(comparePlaces) };
}

export function withoutBreakpoint(state: DebuggerState, place: SourcePlace): DebuggerState {
  return { ...state, breakpoints: state.breakpoints.filter((each) => !isSamePlace(each, place)) };
}

/** Moves the trace to the first step of a site; unchanged if there is no such step. */
export function opensAtSite(state: DebuggerState, site: number | null): DebuggerState {
  if (!state.shown || site === null) return state;
  const step = state.shown.replay.trace.steps.findIndex((each) => each.site === site);
  return step < 0 ? state : atStep(state, step);
}
