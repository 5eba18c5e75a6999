import type { StoreApi } from 'zustand/vanilla';
import { OUTPUT_TEXTURE, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import { decodeFindings, decodeHeat } from '#core/source/instrument/decodeTrace.ts';
import type { SearchKind } from '#core/source/instrument/trace.ts';
import { FINDING_WORDS, FINDINGS_PER_SITE } from '#core/source/instrument/traceLayout.ts';
import type { TraceKind } from '#core/source/instrument/writer.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { sameSize } from '#engine/gpu/screen.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import {
  createFrameTracer,
  type FrameTracer,
  type TracedProgram,
} from '#engine/gpu/trace/frameTracer.ts';
import { drawsOf } from '#engine/gpu/trace/tracedVertices.ts';
import { findRacesOfFrame } from '#tools/debugger/memory/races.ts';
import type {
  AllThreadsSearch,
  DebuggerState,
  SearchResult,
  TraceTarget,
} from '#tools/debugger/state.ts';
import type { DebuggerContext } from './context.ts';
import { createExpressions } from './expressions.ts';
import {
  createFrames,
  drawingEntryPoint,
  entryPointsOf,
  type Frames,
  pictureSizeOf,
} from './frames.ts';
import { askForHits, countHits } from './hits.ts';
import {
  type Asked,
  createPrograms,
  LOST_DEVICE,
  onDevice,
  type ProgramRequest,
} from './programs.ts';
import type { Repeating } from './repeating.ts';
import { resourcesOf } from './resources.ts';
import { type TraceRequest, traceHeader, traceThread, wordsFor } from './tracing.ts';
import { begun, failed, rested, searched, traced } from './transitions.ts';

type Pixel = readonly [x: number, y: number];

/** Long-running jobs, one at a time: a new job replaces the current one. */
export type Work = ReturnType<typeof createWork>;

type Update = (change: (state: DebuggerState) => DebuggerState) => void;

interface WorkParts extends Repeating {
  readonly getState: () => DebuggerState;
  readonly update: Update;
  readonly newest: Newest;
  /**
   * Signal of the search that recomputes a heat map for a new size; null if the newest job is not
   * one.
   */
  refresh: AbortSignal | null;
}

export function createWork(
  context: DebuggerContext,
  { getState, setState }: StoreApi<DebuggerState>,
) {
  const update: Update = (change) => setState(change, true);
  const frames = createFrames(context, (record) => {
    update((state) => withRun(state, record));
    follower.frameDrawn(record);
    followSize(parts);
  });
  const parts: WorkParts = {
    ...{ context, getState, update, frames },
    programs: createPrograms(context),
    tracer: createFrameTracer(),
    newest: createNewest(),
    refresh: null,
  };
  const follower = createFollower(parts);
  const { programs, tracer } = parts;
  const expressions = createExpressions(parts);
  /** Stops recording frames, and frees the memory for it. */
  const rest = () => {
    frames.setOn(false);
    tracer.dispose();
  };
  return {
    /** For what else repeats frames. */
    repeating: { context, frames, programs, tracer } satisfies Repeating,
    compute: expressions.compute,
    /** Starts recording frames, so that they can be traced. */
    open() {
      frames.setOn(true);
      // A static picture draws no next frame, so ask for one to learn about the run.
      void frames.obtain(parts.newest.signal);
    },
    close() {
      parts.newest.end();
      expressions.end();
      rest();
      programs.forget();
    },
    rest,
    /** Cancels the current job, because its source is gone. */
    abort() {
      parts.newest.end();
      expressions.end();
      programs.forget();
      update(rested);
    },
    /** @param opens moves to where the trace opens; at its last step if omitted */
    trace: (target: TraceTarget, opens?: TraceOptions['opens']) =>
      trace(parts, frames.obtain, () => target, { opens }),
    tracePixel: (pixel: Pixel) => trace(parts, frames.obtain, targetOfPixel(pixel)),
    /**
     * Traces an arbitrary thread: the one in the middle of the picture, or a call's first thread.
     *
     * @param entryPoint preferred entry point, if the run calls it
     */
    traceAny: (entryPoint: string | null) =>
      trace(parts, frames.obtain, (record) => anyTarget(record, entryPoint), { isNear: true }),
    /** If a trace is running, only the newest pixel is traced afterwards. */
    followPixel: follower.pixelChosen,
    /** Draws another frame, and traces a thread in it. */
    traceInFrame(frame: number, target: TraceTarget, opens: TraceOptions['opens']) {
      const obtain = (signal: AbortSignal) => frames.goTo(frame, signal);
      return trace(parts, obtain, () => target, { opens });
    },
    /** Draws the next frame, and traces the same thread in it. */
    nextFrame: () => trace(parts, frames.advance, () => getState().target),
    search: (kind: AllThreadsSearch) => search(parts, kind),
    countHits: () => searchHits(parts),
    /** Discards the search's result, and cancels a search that would replace it. */
    clearSearch() {
      const isRefreshing = parts.refresh === parts.newest.signal;
      if (isRefreshing) parts.newest.end();
      update((state) => ({ ...(isRefreshing ? rested(state) : state), search: null }));
    },
    dispose() {
      parts.newest.end();
      expressions.end();
      frames.dispose();
      tracer.dispose();
    },
  };
}

/** Traces again when the pointer moves, when the picture advances, and after a live-mode update. */
interface Follower {
  pixelChosen(pixel: Pixel): void;
  frameDrawn(record: FrameRecord): void;
}

/** Minimum time between two automatic traces, in milliseconds. */
const FOLLOW_PAUSE = 100;

function createFollower(parts: WorkParts): Follower {
  const { getState, frames, context } = parts;
  let followed: Pixel | null = null;
  let isMoved = false;
  let isBusy = false;
  let lastAt = 0;
  let traced: RunDescriptor | null = null;
  const follow = async () => {
    isBusy = true;
    while (isMoved && followed && getState().isFollowing) {
      isMoved = false;
      await trace(parts, frames.obtain, targetOfPixel(followed));
    }
    isBusy = false;
    lastAt = performance.now();
  };
  return {
    pixelChosen(pixel) {
      followed = pixel;
      isMoved = true;
      if (!isBusy) void follow();
    },
    frameDrawn({ frame: { descriptor } }) {
      const { isFollowing, shown, work } = getState();
      const isUpdate = traced !== null && traced !== descriptor;
      traced = descriptor;
      if (isBusy || work.kind !== 'idle') return;
      if (isFollowing && followed && performance.now() - lastAt >= FOLLOW_PAUSE) {
        isMoved = true;
        void follow();
      } else if (isUpdate && shown && context.workspace.store.getState().live) {
        void trace(parts, frames.obtain, () => shown.target);
      }
    },
  };
}

type ObtainFrame = Frames['obtain'];

interface TraceOptions {
  /** Moves to where the trace opens; at its last step if omitted. */
  readonly opens?: ((state: DebuggerState) => DebuggerState) | undefined;
  /** Whether to trace the nearest fragment if the pixel has none. */
  readonly isNear?: boolean;
}

async function trace(
  parts: WorkParts,
  obtain: ObtainFrame,
  targetIn: (record: FrameRecord) => TraceTarget | null,
  { opens = (state) => state, isNear = false }: TraceOptions = {},
): Promise<void> {
  const { update, tracer, getState } = parts;
  const start = performance.now();
  const signal = parts.newest.next();
  update((state) => begun(state, { kind: 'tracing' }));
  await perform(parts, signal, { obtain, kind: 'records' }, async (record, program, compiled) => {
    update((state) => begun(state, { kind: 'tracing' }));
    const target = targetIn(record);
    if (!target) return fail('No running entry point can be traced.');
    const { limit } = getState();
    const outcome = await traceThread(tracer, program, record, { target, limit, isNear });
    if (!outcome.ok) return outcome;
    const { sites, unseen } = program.program;
    const steps = outcome.value.replay.last + 1;
    const detail = { sites: sites.length, dropped: unseen.length, steps, compiled };
    performance.measure('playground:trace', { start, detail });
    const plain = parts.programs.plain();
    const resources = plain ? resourcesOf(plain, record.frame) : new Map();
    return ok((state: DebuggerState) => opens(traced(state, { ...outcome.value, resources })));
  });
}

/** @param isRefresh whether this recomputes a heat map for a new size */
async function search(parts: WorkParts, kind: AllThreadsSearch, isRefresh = false): Promise<void> {
  const { update, tracer, frames } = parts;
  const signal = parts.newest.next();
  parts.refresh = isRefresh ? signal : null;
  const searching = (fraction?: number) =>
    update((state) =>
      begun(state, {
        kind: 'searching',
        search: kind,
        ...(fraction !== undefined && { fraction }),
      }),
    );
  searching();
  const traceKind = kind === 'races' ? 'accesses' : kind;
  const needs: Needs = { obtain: frames.obtain, kind: traceKind };
  await perform(parts, signal, needs, async (record, program) => {
    searching();
    const found =
      kind === 'races'
        ? await findRacesOfFrame(tracer, program, record, signal, searching)
        : await runSearch(tracer, program, record, kind);
    if (!found.ok) return found;
    return ok((state: DebuggerState) => searched(state, found.value));
  });
  followSize(parts);
}

/** Counts the threads that come to the breakpoints. */
async function searchHits(parts: WorkParts): Promise<void> {
  const { context, update, tracer, frames, getState } = parts;
  const signal = parts.newest.next();
  const { breakpoints } = getState();
  update((state) => begun(state, { kind: 'searching', search: 'hits' }));
  const asked = await askForHits(context.workspace.project(), breakpoints);
  if (signal.aborted) return;
  const needs: Needs = { obtain: frames.obtain, kind: 'hits', asked };
  await perform(parts, signal, needs, async (record, program) => {
    update((state) => begun(state, { kind: 'searching', search: 'hits' }));
    const hits = await countHits(tracer, program, record, breakpoints);
    if (!hits.ok) return hits;
    return ok((state: DebuggerState) => ({ ...rested(state), problem: null, hits: hits.value }));
  });
}

/** Recomputes the heat map when the picture is resized, as happens when the drawer opens. */
function followSize(parts: WorkParts): void {
  const { search: found, picture, work, problem } = parts.getState();
  if (work.kind !== 'idle' || problem !== null) return;
  if (found?.kind !== 'cost' || !found.picture || !picture) return;
  if (!sameSize(found.picture, picture)) void search(parts, 'cost', true);
}

interface Needs {
  readonly obtain: ObtainFrame;
  readonly kind: TraceKind;
  readonly asked?: Asked;
}

/** Computes the next state from a frame and the program that traces it. */
type Act = (
  record: FrameRecord,
  program: TracedProgram,
  compiled: boolean,
) => Promise<Result<(state: DebuggerState) => DebuggerState>>;

/** Runs a job with a frame and the instrumented program; shows its result, or why there is none. */
async function perform(
  parts: WorkParts,
  signal: AbortSignal,
  needs: Needs,
  act: Act,
  isSecond = false,
): Promise<void> {
  const { context, update, programs, frames } = parts;
  const { obtain, kind, asked } = needs;
  const record = await obtain(signal);
  if (!record || signal.aborted) return;
  if (!record.ok) return update((state) => failed(state, record.error));
  let compiled = false;
  const { text, files } = context.workspace.project();
  const request: ProgramRequest = {
    source: text,
    files,
    record: record.value,
    kind,
    ...(asked && { asked }),
    onCompiling() {
      compiled = true;
      update((state) => begun(state, { kind: 'compiling' }));
    },
  };
  const program = await programs.obtain(request, signal);
  if (!program || signal.aborted) return;
  const { device } = record.value.frame;
  const done = program.ok
    ? await onDevice(context, device, () => act(record.value, program.value, compiled))
    : program;
  if (!done.ok && done.error === LOST_DEVICE) programs.deviceLost();
  if (signal.aborted) return;
  // Opening the drawer resizes the picture. The frame's textures may be gone, and the search may
  // not match the visible picture, so try once more with a new frame.
  const { picture } = parts.getState();
  const isGone =
    !done.ok || (kind !== 'records' && !sameSize(pictureSizeOf(record.value), picture));
  if (isGone && !isSecond && !frames.isNewest(record.value)) {
    return perform(parts, signal, { ...needs, obtain: frames.obtain }, act, true);
  }
  update(done.ok ? done.value : (state) => failed(state, done.error));
}

/** The thread that usually draws a pixel: the one with its coordinates. */
function targetOfPixel(pixel: Pixel): (record: FrameRecord) => TraceTarget | null {
  return (record) => {
    const entryPoint = drawingEntryPoint(record);
    return entryPoint === null ? null : { entryPoint, thread: [...pixel, 0], pixel };
  };
}

function anyTarget(record: FrameRecord, wanted: string | null): TraceTarget | null {
  const called = entryPointsOf(record);
  const entryPoint = called.find(({ name }) => name === wanted);
  const picture = pictureSizeOf(record);
  if (picture && (!entryPoint || entryPoint.draws)) {
    return targetOfPixel([picture.width >> 1, picture.height >> 1])(record);
  }
  const { name, stage, threads } = entryPoint ?? called[0] ?? {};
  if (name === undefined) return null;
  const [width = 0, height = 0] = stage === 'fragment' ? (threads ?? []) : [];
  return { entryPoint: name, thread: [width >> 1, height >> 1, 0], pixel: null };
}

/** Updates what a frame reveals about the run. */
function withRun(state: DebuggerState, record: FrameRecord): DebuggerState {
  const known = { entryPoints: entryPointsOf(record), picture: pictureSizeOf(record) };
  const { entryPoints, picture } = state;
  const isSame = JSON.stringify(known) === JSON.stringify({ entryPoints, picture });
  return isSame ? state : { ...state, ...known };
}

/** Repeats a recorded frame and inspects all threads. */
async function runSearch(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  kind: SearchKind,
): Promise<Result<SearchResult>> {
  const request = requestOf(kind, program, record);
  if (!request.ok) return request;
  const repeated = await tracer.repeat(record, version, {
    header: traceHeader(request.value),
    words: wordsFor(request.value),
    texel: null,
    vertices: kind === 'non-finite' ? 'all' : null,
  });
  if (!repeated.ok) return repeated;
  const { words } = repeated.value;
  if (request.value.mode === 'cost') {
    const { entryPoint, picture, width, height } = request.value;
    const counted = entryPoint === null ? picture : [entryPoint];
    const entryPoints = counted.map((index) => program.entryPoints[index] ?? '');
    const heat = decodeHeat(words, { entryPoints, width, height }, entryPoint === null);
    return ok({ kind: 'cost', heat, picture: pictureSizeOf(record) });
  }
  const search = kind === 'out-of-range' ? kind : 'non-finite';
  return ok({ kind: 'values', search, findings: decodeFindings(program, words, search) });
}

/** Those that the trace buffer's header has room for. */
const PICTURE_BITS = 32;

type SearchRequest = Exclude<TraceRequest, { mode: 'oneThread' | 'fragments' }>;

function requestOf(
  kind: SearchKind,
  { entryPoints, sites }: TracedProgram['program'],
  record: FrameRecord,
): Result<SearchRequest> {
  const words = sites.length * FINDINGS_PER_SITE * FINDING_WORDS;
  const drawing = drawsOf(record.frame.descriptor).filter(({ targets }) =>
    targets.includes(OUTPUT_TEXTURE),
  );
  const picture = drawing
    .map(({ fragment }) => entryPoints.indexOf(fragment ?? ''))
    .filter((index) => index >= 0 && index < PICTURE_BITS);
  if (kind === 'non-finite') return ok({ mode: 'nonFinite', words, picture });
  if (kind === 'out-of-range') return ok({ mode: 'outOfRange', words, picture });
  const called = entryPointsOf(record).find(({ draws }) => draws);
  if (!called?.threads) return fail('There is no picture to show the cost of.');
  const [width, height] = called.threads;
  const isDrawn = called.stage === 'fragment';
  const entryPoint = isDrawn ? null : entryPoints.indexOf(called.name);
  return ok({ mode: 'cost', entryPoint, picture: isDrawn ? picture : [], width, height });
}
