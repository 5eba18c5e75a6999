import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Span } from '#core/source/tokens.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Size } from '#engine/gpu/screen.ts';
import {
  createFramePainter,
  type FramePainter,
  type Painting,
  type PaintSize,
} from '#engine/gpu/trace/framePainter.ts';
import type { TracedProgram, TracedVersion } from '#engine/gpu/trace/frameTracer.ts';
import { createTracedVertices, type TracedVertices } from '#engine/gpu/trace/tracedVertices.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import { drawingEntryPoint, entryPointsOf, pictureSizeOf } from '#tools/debugger/session/frames.ts';
import { createPrograms, type Programs } from '#tools/debugger/session/programs.ts';
import type { DebuggedEntryPoint } from '#tools/debugger/state.ts';
import { shownRun } from '#workspace/runState.ts';
import { type ChartParts, createChartedThread } from './chartedThread.ts';
import { cellText } from './paintedCell.ts';
import { createPlaceFinder, type FoundPlace, type SelectedPlace } from './paintedPlace.ts';
import {
  isThreadIn,
  NOTHING_PAINTED,
  type PaintedThread,
  type PaintState,
  shownRange,
} from './paintState.ts';
import { savePainted } from './savePainted.ts';

const NOTHING_RUNS = 'There is nothing to paint: no shader is running. Run the shader, then paint.';
const CHANGED = 'The source has changed since it was last run. Run it, and the value is painted.';
const UNKNOWN_THREADS =
  'A buffer on the graphics device says how many threads run here, so there is no picture of them.';

/** How often the range and the pointed value are read, in milliseconds. */
const READ_PAUSE = 200;

/** What painting uses of the debugger's context. */
type PaintContext = Pick<DebuggerContext, 'workspace' | 'observers' | 'compile'>;

export type PaintSession = ReturnType<typeof createPaintSession>;

type PaintStore = StoreApi<PaintState>;

/** @param canvas what shows the values, over the picture */
export function createPaintSession(context: PaintContext, canvas: HTMLCanvasElement) {
  const store = createStore<PaintState>(() => NOTHING_PAINTED);
  const { workspace, observers } = context;
  const programs = createPrograms(context, { doesNotCompile: CHANGED, changed: CHANGED });
  const findPlace = createPlaceFinder();
  const newest = createNewest();
  /** What ran at the newest attempt. */
  let tried: ObservedFrame['pipelines'] | null = null;
  const painter = createPainter(observers, canvas, store, () => {
    if (observers.newest()?.pipelines === tried) return;
    store.setState({ pointed: '' });
    queueMicrotask(again);
  });
  const reader = createReader({ observers, workspace, store, painter });
  const show = () => {
    const state = store.getState();
    const range = state.scale === 'frame' ? null : shownRange(state);
    painter.show({ map: state.map, range, isCount: state.time === 'count' });
  };
  const paint = async (selected: SelectedPlace, call: number | null = null) => {
    const signal = newest.next();
    const frame = observers.newest();
    tried = frame?.pipelines ?? null;
    store.setState({ problem: null, call });
    const made = await prepare({ context, programs, store, findPlace }, frame, selected, signal);
    if (!made || signal.aborted) return;
    if (!made.ok) return store.setState({ problem: made.error, isCompiling: false });
    const { place, isStrip, painting } = made.value;
    store.setState({ place, isStrip, isCompiling: false, range: null, reached: null });
    painter.paint(painting);
    reader.setOn(true);
    show();
    if (shownRun(workspace.store.getState()).playback === 'paused') workspace.step(0);
  };
  const again = () => {
    const { place, call } = store.getState();
    if (place) void paint({ ...place.span, path: place.path }, call);
  };
  return {
    store,
    paint: (selected: SelectedPlace) => void paint(selected),
    stop() {
      newest.end();
      painter.paint(null);
      programs.forget();
      reader.setOn(false);
      store.setState(NOTHING_PAINTED, true);
    },
    point: reader.point,
    /** Charts the value of a thread over frames; null for none. */
    chart: reader.chart,
    setLook(look: Partial<Pick<PaintState, 'map' | 'scale' | 'fixed'>>) {
      store.setState(look);
      show();
    },
    /** Chooses which values are kept, or where. */
    keep(what: Partial<Pick<PaintState, 'time' | 'iteration' | 'columns' | 'call'>>) {
      store.setState(what);
      again();
    },
    /** Moves the painted place with the text. */
    moved(span: Span) {
      const { place } = store.getState();
      if (place) store.setState({ place: { ...place, span } });
    },
    async save() {
      const problem = await savePainted(observers, canvas);
      if (problem !== null) store.setState({ problem });
    },
    setFollowing: (isFollowing: boolean) => store.setState({ isFollowing }),
    dispose() {
      reader.setOn(false);
      newest.end();
      painter.dispose();
    },
  };
}

/** @param onOther called if a frame is not of the painted program */
function createPainter(
  observers: FrameObservers,
  canvas: HTMLCanvasElement,
  store: PaintStore,
  onOther: () => void,
): FramePainter {
  return createFramePainter(observers, canvas, {
    onSize: (size) => store.setState({ size }),
    onOther,
    onBlocked(isBlocked) {
      if (isBlocked !== store.getState().isBlocked) store.setState({ isBlocked, pointed: '' });
    },
    onProblem: (problem) => store.setState({ problem, isCompiling: false }),
  });
}

/** Reads the range, the pointed value and those of the charted thread now and then. */
function createReader(parts: ChartParts) {
  const { store, painter } = parts;
  const chart = createChartedThread(parts);
  let pointer: PaintedThread | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const read = async () => {
    const { size, time } = store.getState();
    if (!size) return;
    void chart.read();
    const shown = pointer && isThreadIn(size, pointer) ? pointer : null;
    const found = await painter.read(shown && shown[1] * size.width + shown[0]);
    if (!found) return;
    const text = found.cell && cellText(found.cell, time);
    const pointed = shown && text ? `x ${shown[0]}, y ${shown[1]}: ${text}` : '';
    const { range, reached } = found;
    store.setState({ range, reached, pointed });
  };
  return {
    chart: chart.show,
    setOn(isOn: boolean) {
      clearInterval(timer);
      timer = isOn ? setInterval(() => void read(), READ_PAUSE) : undefined;
      if (!isOn) pointer = null;
      chart.restart(isOn);
    },
    /** @param texel of the painted values, from the bottom left; null if the pointer has left */
    point(texel: PaintedThread | null) {
      pointer = texel;
      if (texel) void read();
      else store.setState({ pointed: '' });
    },
  };
}

interface PaintParts {
  readonly context: PaintContext;
  readonly programs: Programs;
  readonly store: PaintStore;
  readonly findPlace: ReturnType<typeof createPlaceFinder>;
}

interface Prepared {
  readonly place: FoundPlace;
  readonly isStrip: boolean;
  readonly painting: Painting;
}

/** Finds the place and compiles its program; null if the signal was aborted. */
async function prepare(
  { context, programs, store, findPlace }: PaintParts,
  frame: ObservedFrame | null,
  selected: SelectedPlace,
  signal: AbortSignal,
): Promise<Result<Prepared> | null> {
  if (!frame) return fail(NOTHING_RUNS);
  const { text, files } = context.workspace.project();
  const found = await findPlace({ text, files }, selected);
  if (signal.aborted) return null;
  if (!found.ok) return found;
  const place = found.value;
  const onCompiling = () => store.setState({ isCompiling: true });
  const name = place.entryPoint ?? drawingEntryPoint({ frame });
  const { call: chosen } = store.getState();
  const call = chosen === null ? null : { calls: place.calls, chosen };
  const painted = { ...place, call, key: `${place.key} ${chosen}`, entryPoint: name };
  const what = { source: text, files, kind: 'paint', painted } as const;
  const program = await programs.obtain({ ...what, record: { frame }, onCompiling }, signal);
  if (!program?.ok) return program;
  const called = paintedCall(frame, program.value, painted);
  if (!called.ok) return called;
  const vertices = await verticesFor(frame, program.value.version, called.value);
  if (signal.aborted) {
    vertices?.dispose();
    return null;
  }
  const { time, iteration, columns } = store.getState();
  const entryPoint = called.value.name;
  const isStrip = isStripIn(frame, called.value);
  const painting = {
    ...{ version: program.value.version, vertices },
    ...{ device: frame.device, runs: frame.descriptor.shader.code },
    entryPoint: program.value.program.entryPoints.indexOf(entryPoint),
    sizeIn: (now: ObservedFrame) => sizeIn(now, entryPoint, columns),
    time: time === 'chosen' ? iteration : time === 'first' ? 1 : 0,
  };
  return ok({ place, isStrip, painting });
}

/** The buffers that kernels need to run vertices; null for other entry points. */
async function verticesFor(
  frame: ObservedFrame,
  { vertices }: TracedVersion,
  { stage }: DebuggedEntryPoint,
): Promise<TracedVertices | null> {
  if (!vertices || stage !== 'vertex') return null;
  const traced = await createTracedVertices(frame, vertices);
  await traced.run('all');
  return traced;
}

/** The entry point that computes a place in a frame. */
function paintedCall(
  frame: ObservedFrame,
  { program }: TracedProgram,
  place: FoundPlace,
): Result<DebuggedEntryPoint> {
  // The only place that is not left out from the start.
  const [left] = program.unseen.filter(
    ({ from, reason }) => from === place.span.from + place.fileFrom && reason !== '',
  );
  if (left) return fail(left.reason);
  const name = place.entryPoint;
  const called = calledIn(frame, name);
  if (!called) return fail(`${name ?? 'The entry point'} does not run, so it has no values.`);
  return called.threads ? ok(called) : fail(UNKNOWN_THREADS);
}

function calledIn(frame: ObservedFrame, name: string | null) {
  return entryPointsOf({ frame }).find((each) => each.name === name);
}

/** Whether threads have no rows of their own. */
function isStripIn(frame: ObservedFrame, called: DebuggedEntryPoint): boolean {
  const { stage, threads } = called;
  if (stage === 'vertex') return true;
  return stage === 'compute' && threads?.[1] === 1 && drawnSize(frame, called) === null;
}

/** The picture's size, if a kernel draws it. */
function drawnSize(frame: ObservedFrame, { stage, draws }: DebuggedEntryPoint): Size | null {
  return stage === 'compute' && draws ? pictureSizeOf({ frame }) : null;
}

/**
 * The extent of an entry point's threads: the picture's, if a kernel draws it.
 *
 * @param columns of a strip; null for about as many as there are rows
 */
function sizeIn(frame: ObservedFrame, entryPoint: string, columns: number | null): PaintSize {
  const called = calledIn(frame, entryPoint);
  const picture = called && drawnSize(frame, called);
  if (picture) return { ...picture, across: picture.width };
  const [x, y] = called?.threads ?? [1, 1];
  if (!called || !isStripIn(frame, called)) return { width: x, height: y, across: x };
  const count = x * y;
  const width = Math.min(columns ?? Math.ceil(Math.sqrt(count)), count);
  return { width, height: Math.ceil(count / width), across: x };
}
