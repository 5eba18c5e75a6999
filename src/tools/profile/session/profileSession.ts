import { createStore, type StoreApi } from 'zustand/vanilla';
import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import { canPrint, type DrawCommand, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import { entryPointsIn } from '#core/source/declarations.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { threadsOf } from '#engine/gpu/dispatch.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { FrameMeasurer } from '#engine/gpu/measure/measuredFrame.ts';
import { measureFrames } from '#engine/gpu/measure/measureFrames.ts';
import { createGroupTrials, type GroupTrials } from '#tools/profile/groups/groupTrials.ts';
import {
  type FrameHistory,
  isCall,
  type MeasuringCost,
  NOTHING_MEASURED,
  type ProfileCommands,
  type Profiled,
  type ProfileState,
  type RunFacts,
  type Times,
  type TimesRow,
} from '#tools/profile/state.ts';
import {
  compare,
  ENOUGH_FRAMES,
  medianOf,
  percentileOf,
  type Series,
} from '#tools/profile/statistics.ts';
import { openTimeLabels, type ShownLabels } from '#tools/profile/timeLabels.ts';
import { timeText } from '#tools/profile/timeText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { countOf, createRecorder, type Recorder, type Recording } from './recorder.ts';

/** Milliseconds between updates of the table. */
const INTERVAL = 250;

/** Few digits keep the labels from flickering. */
const LABEL_DIGITS = 2;

export interface ProfileSession {
  readonly context: ToolContext;
  readonly store: StoreApi<ProfileState>;
  readonly commands: ProfileCommands;
  readonly frames: FrameHistory;
  readonly trials: GroupTrials;
  dispose: Dispose;
}

interface SessionParts {
  readonly context: ToolContext;
  readonly store: StoreApi<ProfileState>;
  readonly recorder: Recorder;
  /** Null while times are not shown. */
  active: Active | null;
  labels: ShownLabels | null;
  /** Whether frames were measured after the last update of the table. */
  isDated: boolean;
  /** Milliseconds from frame to frame; 0 if unknown. */
  frameTime: number;
}

type Active = ReturnType<typeof start>;

/** Measures nothing until the tab is opened or times are shown in the editor. */
export function createProfileSession(context: ToolContext): ProfileSession {
  const { workspace } = context;
  const parts: SessionParts = {
    context,
    store: createStore<ProfileState>(() => NOTHING_MEASURED),
    recorder: createRecorder(() => workspace.store.getState().opened.revision),
    ...{ active: null, labels: null, isDated: false, frameTime: 0 },
  };
  const { store, recorder } = parts;
  const trials = createGroupTrials(context);
  const change = (part: Partial<ProfileState>) => {
    store.setState(part);
    follow(parts);
  };
  return {
    ...{ context, store, frames: recorder.frames, trials },
    commands: {
      open: () => change({ isOpen: true }),
      close: () => change({ isOpen: false }),
      showInEditor: (isInEditor) => change({ isInEditor }),
      keepBaseline(on) {
        recorder.keepBaseline(on);
        store.setState({ isBaselineKept: recorder.isBaselineKept });
      },
      showFrame({ number, seconds }) {
        workspace.pause();
        workspace.showFrame({ number, time: seconds });
      },
      reveal: (entryPoint) => reveal(workspace, entryPoint),
    },
    dispose() {
      trials.dispose();
      change({ isOpen: false, isInEditor: false });
    },
  };
}

/** Starts or stops measuring, depending on whether times are shown. */
function follow(parts: SessionParts): void {
  const { isOpen, isInEditor } = parts.store.getState();
  const isWanted = isOpen || isInEditor;
  if (isWanted && !parts.active) parts.active = start(parts);
  if (!isWanted && parts.active) {
    parts.active.stop();
    parts.active = null;
  }
  if (isInEditor) parts.labels ??= openTimeLabels();
  else {
    parts.labels?.dispose();
    parts.labels = null;
  }
  showLabels(parts);
}

function start(parts: SessionParts) {
  const { context, recorder } = parts;
  const disposer = createDisposer();
  const measuring = measureFrames(context.observers, (frame) => {
    recorder.add(frame);
    parts.isDated = true;
  });
  disposer.add(measuring.stop);
  disposer.add(
    context.workspace.onFrame((stats) => {
      if (stats && stats.frameTime > 0) parts.frameTime = stats.frameTime;
    }),
  );
  const syncPlayback = () => {
    const playback = playbackOf(context);
    if (parts.store.getState().playback !== playback) parts.store.setState({ playback });
  };
  disposer.add(context.workspace.store.subscribe(syncPlayback));
  syncPlayback();
  const timer = setInterval(() => update(parts), INTERVAL);
  disposer.add(() => clearInterval(timer));
  return { measuring, stop: disposer.dispose };
}

function playbackOf({ workspace, observers }: ToolContext): ProfileState['playback'] {
  const state = workspace.store.getState();
  if (!isRunning(state) || shownRun(state).playback === 'playing') return 'playing';
  const calls = observers.newest()?.descriptor.callCommands ?? [];
  return calls.every(({ callOnce }) => callOnce) ? 'ended' : 'paused';
}

function update(parts: SessionParts): void {
  const { context, store, recorder, active, frameTime } = parts;
  const measurer = active?.measuring.measurer;
  const frame = context.observers.newest();
  if (!parts.isDated || !measurer || !frame) return;
  parts.isDated = false;
  const { isBaselineKept } = recorder;
  const shown = profiled({ recorder, measurer, frame, frameTime });
  // Without measurements of a new version, the table stays as it is.
  if (!shown) return;
  store.setState({ profiled: shown, isBaselineKept });
  showLabels(parts);
}

function showLabels({ labels, store }: SessionParts): void {
  const rows = store.getState().profiled?.rows ?? [];
  const texts = rows
    .filter(({ kind, times }) => isCall(kind) && !Number.isNaN(times.median))
    .map(({ name, times }) => [name, timeText(times.median, LABEL_DIGITS)] as const);
  labels?.show(new Map(texts));
}

function reveal(workspace: Workspace, entryPoint: string): void {
  const { text, files } = workspace.project();
  const sources = [{ path: null, text }, ...files];
  const found = sources.find((source) => entryPointsIn(source.text).has(entryPoint));
  const place = found && entryPointsIn(found.text).get(entryPoint);
  if (!place) return;
  const lines = found.text.slice(0, place.from).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const shown = { line: lines.length, column, length: place.to - place.from };
  workspace.reveal(shown, ...(found.path === null ? [] : [`/${found.path}`]));
}

interface ProfiledParts {
  readonly recorder: Recorder;
  readonly measurer: FrameMeasurer;
  readonly frame: ObservedFrame;
  /** Milliseconds from frame to frame; 0 if unknown. */
  readonly frameTime: number;
}

/** Summarizes the frames measured so far; null if there are none. */
function profiled({ recorder, measurer, frame, frameTime }: ProfiledParts): Profiled | null {
  const { now, before } = recorder;
  if (!now || countOf(now) === 0) return null;
  const { kind: method, resolution } = measurer;
  const context = { now, before, resolution, whole: totalOf(now).sum() };
  const calls = frame.descriptor.callCommands.map(({ entryPoint, type }, index) =>
    rowOf(context, {
      name: entryPoint,
      kind: type === 'DRAW' ? 'draw' : 'entry point',
      dispatch: dispatchText(frame, index),
      series: (recording) => recording.calls.get(entryPoint),
    }),
  );
  const rest: readonly RowSource[] = [
    {
      ...{ name: 'Presenting the picture', kind: 'presenting', dispatch: '' },
      series: ({ presenting }) => presenting,
    },
    { ...{ name: 'Copies and gaps', kind: 'gaps', dispatch: '' }, series: ({ gaps }) => gaps },
    { ...{ name: 'Whole frame', kind: 'frame', dispatch: '' }, series: totalOf },
  ];
  return {
    ...{ method, resolution, frames: countOf(now) },
    isWholeOnly: method === 'timestamps' && now.total.length === 0,
    rows: [...calls, ...rest.map((source) => rowOf(context, source))],
    facts: runFacts(frame.descriptor),
    cost: costOf(now, measurer, frameTime),
  };
}

/** Falls back to frames measured as a whole if there are no others. */
function totalOf({ total, plain }: Recording): Series {
  return total.length > 0 ? total : plain;
}

interface RowContext {
  readonly now: Recording;
  readonly before: Recording | null;
  readonly resolution: number;
  /** Total nanoseconds of all frames. */
  readonly whole: number;
}

interface RowSource extends Pick<TimesRow, 'name' | 'kind' | 'dispatch'> {
  series(recording: Recording): Series | undefined;
}

function rowOf(context: RowContext, { series, ...row }: RowSource): TimesRow {
  const { now, before, resolution, whole } = context;
  const measured = series(now);
  const sorted = measured?.sorted() ?? new Float64Array(0);
  const old = before ? series(before)?.sorted() : undefined;
  return {
    ...row,
    times: timesOf(measured, sorted, resolution),
    share: sorted.length > 0 && whole > 0 ? (measured?.sum() ?? 0) / whole : Number.NaN,
    change: changeOf(sorted, old, context),
  };
}

function timesOf(series: Series | undefined, sorted: Float64Array, resolution: number): Times {
  return {
    last: series?.last ?? Number.NaN,
    median: medianOf(sorted, resolution),
    percentile95: percentileOf(sorted, 0.95),
  };
}

function changeOf(
  sorted: Float64Array,
  old: Float64Array | undefined,
  { resolution }: RowContext,
): TimesRow['change'] {
  // A call that runs only once never reaches the required number of frames.
  if (!old || old.length < ENOUGH_FRAMES) return null;
  return { before: medianOf(old, resolution), comparison: compare(old, sorted, resolution) };
}

function costOf(
  { total, plain }: Recording,
  { kind, resolution, cost }: ProfiledParts['measurer'],
  frameTime: number,
): MeasuringCost {
  if (kind === 'queue') return { script: cost.script, gpu: 0, share: 0 };
  const [whole, byCalls] = [plain.sorted(), total.sorted()];
  const compared = compare(whole, byCalls, resolution);
  const difference = medianOf(byCalls, resolution) - medianOf(whole, resolution);
  const gpu = compared.kind === 'slower' ? difference : 0;
  const share = (cost.script + gpu / 1e6) / Math.max(frameTime, medianOf(whole, resolution) / 1e6);
  return { script: cost.script, gpu, share };
}

const knownBytes = new WeakMap<RunDescriptor, Pick<RunFacts, 'uploadBytes' | 'readBackBytes'>>();

/** Facts about a run that need no measurement. */
function runFacts(descriptor: RunDescriptor): RunFacts {
  const bytes = knownBytes.get(descriptor) ?? {
    uploadBytes: descriptor.uniformBlocks.reduce(
      (sum, { slot, size }) => sum + (slot ? size : 0),
      0,
    ),
    readBackBytes: canPrint(descriptor) ? PRINT_BUFFER_BYTES : 0,
  };
  knownBytes.set(descriptor, bytes);
  return { ...bytes, compile: newestCompile(), setUp: newestSetUp() };
}

function newestCompile(): RunFacts['compile'] {
  const entries = performance.getEntriesByName('playground:compile') as PerformanceMeasure[];
  const newest = entries.findLast(({ detail }) => detail?.target === 'WGSL');
  if (!newest) return null;
  return { milliseconds: newest.duration, cached: newest.detail?.cached === true };
}

function newestSetUp(): number | null {
  const newest = ['playground:run-setup', 'playground:live-setup']
    .flatMap((name) => performance.getEntriesByName(name).slice(-1))
    .sort((one, other) => one.startTime - other.startTime)
    .at(-1);
  return newest?.duration ?? null;
}

/** For example, `512 × 512 threads in 32 × 32 groups of 16 × 16`, without line breaks in sizes. */
function dispatchText(
  { descriptor, calls, resources }: Pick<ObservedFrame, 'descriptor' | 'calls' | 'resources'>,
  index: number,
): string {
  const call = descriptor.callCommands[index];
  const prepared = calls[index];
  if (!call || !prepared) return '';
  const once = call.callOnce ? ', once' : '';
  if (call.type === 'DRAW') return `${drawText(call)}${once}`;
  if (!('groups' in prepared)) return '';
  const { groups } = prepared;
  const size = sizeText(ownValue(descriptor.shader.threadGroupSizes, call.entryPoint) ?? []);
  if (groups.kind === 'indirect' || call.type === 'INDIRECT') {
    const from = call.type === 'INDIRECT' ? ` from ${call.bufferName}` : '';
    return `groups of ${size}, number${from}${once}`;
  }
  const threads = counted(threadsOf(call, resources), 'thread');
  return `${threads} in ${counted([groups.x, groups.y, groups.z], 'group')} of ${size}${once}`;
}

/** For example, `mesh cube, 20,000 instances`. */
function drawText({ vertex, vertices, instanceCount, indirect }: DrawCommand): string {
  if (vertex === null) return 'fills the target';
  const counts: string[] = [];
  if (vertices.kind === 'mesh') counts.push(`mesh ${vertices.mesh}`);
  else if (!indirect)
    counts.push(counted([vertices.count], 'vertex').replace('vertexs', 'vertices'));
  if (indirect) counts.push(`number from ${indirect.bufferName}`);
  else if (instanceCount > 1) counts.push(counted([instanceCount], 'instance'));
  return counts.join(', ');
}

function counted(size: readonly number[], noun: string): string {
  const isOne = size.every((each) => each === 1);
  return `${sizeText(size)} ${noun}${isOne ? '' : 's'}`;
}

/** Omits trailing axes of size 1. */
function sizeText(size: readonly number[]): string {
  const axes = size.findLastIndex((each) => each !== 1) + 1;
  return size
    .slice(0, Math.max(1, axes))
    .map((each) => each.toLocaleString('en'))
    .join('\u00a0×\u00a0');
}
