import type { StoreApi } from 'zustand/vanilla';
import { type ParameterLayouts, parameterLayouts } from '#core/data/parameterLayouts.ts';
import { type CompileReport, runRequest } from '#core/output/compileResult.ts';
import { filesIdentity, MAIN_FILE } from '#core/project/project.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { type BufferHistory, createBufferHistory } from '#engine/gpu/read/readResource.ts';
import type { PinnedCopy } from '#engine/gpu/read/staging.ts';
import { computeStatistics } from '#engine/gpu/read/statistics.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { entriesOf, kindOf, reductionsOf } from '#tools/resources/kinds/kinds.tsx';
import {
  computed,
  failed,
  lists,
  type ResourcesState,
  selectedEntry,
  shows,
} from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import { type GpuToolbox, type GpuTools, type Rows, rangeOf } from './pages.ts';

/** Milliseconds between readings during playback. */
const READ_INTERVAL = 250;
/** Minimum milliseconds between statistics during playback. */
const STATISTICS_INTERVAL = 1000;
/** Minimum pause between statistics, as a multiple of their duration. */
const STATISTICS_REST = 4;

export type Update = (change: (state: ResourcesState) => ResourcesState) => void;

export interface LiveParts {
  readonly context: ToolContext;
  readonly store: StoreApi<ResourcesState>;
  readonly toolbox: GpuToolbox;
  pinned(): PinnedCopy | null;
  /** Called after each submitted frame, when images can be drawn. */
  onFrame(isPaused: boolean): void;
}

/** Follows the run while the tab is open, and reads the visible data a few times a second. */
export interface Live {
  open(): void;
  close(): void;
  showRows(rows: Rows): void;
  /** Reads the visible data again as soon as the current reading ends. */
  refresh(): void;
  computeStatistics(): void;
  /** Another resource is selected, whose statistics have not been requested. */
  selectionChanged(): void;
  dispose: Dispose;
}

interface LiveState {
  /** Aborts pending work when the tab is closed. */
  opened: AbortController | null;
  rows: Rows;
  wantsStatistics: boolean;
  isReading: boolean;
  isComputing: boolean;
  isAskedAgain: boolean;
  readAt: number;
  statisticsDue: number;
  /**
   * The resource that the shown statistics are of. Another run may have another one of the same
   * name.
   */
  computedOf: Resource | undefined;
  listed: readonly unknown[];
  /** Whether to read after the frame that is being submitted. */
  isDue: boolean;
}

interface Follower extends LiveParts {
  readonly state: LiveState;
  readonly types: TypeReader;
  readonly history: BufferHistory;
}

export function createLive(parts: LiveParts): Live {
  const { context, store } = parts;
  const state: LiveState = {
    ...{ opened: null, rows: { first: 0, count: 0 }, wantsStatistics: false },
    ...{ isReading: false, isComputing: false, isAskedAgain: false, readAt: 0 },
    ...{ statisticsDue: 0, computedOf: undefined },
    ...{ listed: [], isDue: false },
  };
  const types = createTypeReader(context);
  const history = createBufferHistory();
  const follower: Follower = { ...parts, state, types, history };
  const refresh = () => void readAgain(follower);
  let stop: Dispose = () => {};
  const close = () => {
    stop();
    stop = () => {};
    state.opened?.abort();
    state.opened = null;
    state.listed = [];
    state.wantsStatistics = false;
    history.forget();
  };
  return {
    refresh,
    close,
    dispose: close,
    open() {
      if (state.opened) return;
      state.opened = new AbortController();
      stop = observe(follower, refresh);
      refresh();
    },
    showRows(rows) {
      const { first, count } = state.rows;
      if (rows.first === first && rows.count === count && store.getState().page) return;
      state.rows = rows;
      refresh();
    },
    selectionChanged() {
      state.wantsStatistics = false;
      state.statisticsDue = 0;
    },
    computeStatistics() {
      state.wantsStatistics = true;
      refresh();
    },
  };
}

function observe(follower: Follower, refresh: () => void): Dispose {
  const { context, store, state } = follower;
  const update: Update = (change) => store.setState(change, true);
  const { workspace, observers } = context;
  const syncPlayback = () => {
    const isPaused = isPausedNow(context);
    if (store.getState().isPaused !== isPaused) update((each) => ({ ...each, isPaused }));
  };
  const stopObserving = observers.add({
    frameBegins(frame) {
      state.isDue = isPausedNow(context) || performance.now() - state.readAt >= READ_INTERVAL;
      if (state.isDue) keepBefore(follower, frame);
    },
    frameSubmitted() {
      follower.onFrame(isPausedNow(context));
      if (state.isDue) refresh();
    },
  });
  const unsubscribe = workspace.store.subscribe(({ run }, before) => {
    if (run === before.run) return;
    const wasPaused = store.getState().isPaused;
    syncPlayback();
    // The last frame before a pause may not have been read.
    if (run.kind !== before.run.kind || store.getState().isPaused !== wasPaused) refresh();
  });
  syncPlayback();
  return () => {
    stopObserving();
    unsubscribe();
  };
}

function isPausedNow({ workspace }: ToolContext): boolean {
  const state = workspace.store.getState();
  return isRunning(state) && shownRun(state).playback === 'paused';
}

/** Copies the visible rows before the frame, so that changes can be marked. */
function keepBefore({ state, store, history }: Follower, { device, resources }: ObservedFrame) {
  const entry = selectedEntry(store.getState());
  const resource = entry?.kind === 'buffer' ? resources.get(entry.name) : undefined;
  if (entry && resource?.kind === 'buffer') {
    history.keep(device, resource.buffer, rangeOf(entry, state.rows));
  }
}

/** Reads one at a time. Requests during a reading lead to one further reading. */
async function readAgain(follower: Follower): Promise<void> {
  const { state } = follower;
  state.isAskedAgain = true;
  if (state.isReading) return;
  state.isReading = true;
  try {
    while (state.isAskedAgain && state.opened) {
      state.isAskedAgain = false;
      state.readAt = performance.now();
      await readOnce(follower, state.opened.signal);
    }
  } finally {
    state.isReading = false;
  }
}

async function readOnce(follower: Follower, signal: AbortSignal): Promise<void> {
  const { context, store, toolbox } = follower;
  const update: Update = (change) => {
    if (!signal.aborted) store.setState(change, true);
  };
  const frame = context.observers.newest();
  if (!frame) {
    // A run that is starting will soon draw its first frame.
    const { run } = context.workspace.store.getState();
    if (run.kind === 'idle' || run.kind === 'failed') update((state) => lists(state, []));
    return;
  }
  try {
    const tools = toolbox.on(frame.device);
    list(follower, frame, update, signal);
    dropDated(follower, frame, update);
    await showPage(follower, tools, frame, update);
    void showStatistics(follower, tools, frame, update);
  } catch (thrown) {
    update((state) => failed(state, `The resources cannot be read: ${messageOf(thrown)}`));
  }
}

/**
 * Lists the resources if they have changed. If types are unknown, lists them first without types.
 */
function list(follower: Follower, frame: ObservedFrame, update: Update, signal: AbortSignal): void {
  const { state, types } = follower;
  const { descriptor, resources, screen } = frame;
  const { code } = descriptor.shader;
  const known = types.known(code);
  const made = [descriptor, resources, screen.width, screen.height, known];
  if (made.some((each, index) => each !== state.listed[index])) {
    state.listed = made;
    const entries = entriesOf(frame, known);
    update((shown) => lists(shown, entries));
  }
  if (known) return;
  void types.read(code, signal).then((read) => {
    if (read) void readAgain(follower);
  });
}

/** Drops statistics of another run's resource with the same name. */
function dropDated({ state, store }: Follower, { resources }: ObservedFrame, update: Update): void {
  const { selected, statistics } = store.getState();
  if (!statistics || selected === null || resources.get(selected) === state.computedOf) return;
  update((each) => ({ ...each, statistics: null }));
}

async function showPage(
  { context, store, state, history, pinned }: Follower,
  tools: GpuTools,
  frame: ObservedFrame,
  update: Update,
): Promise<void> {
  const shown = store.getState();
  const entry = selectedEntry(shown);
  const pin = shown.isDifferenceShown ? pinned() : null;
  const read =
    entry &&
    (await kindOf(entry).readPage(tools, { frame, entry, rows: state.rows, history, pinned: pin }));
  if (!read) {
    const { frame: number } = frame.inputs;
    return update((each) => (each.frame === number ? each : { ...each, frame: number }));
  }
  if (read.ok) return update((each) => shows(each, read.value));
  // If the resource was replaced during the reading, reads the replacement.
  if (isReplaced(context, frame, entry.name)) {
    state.isAskedAgain = true;
    return;
  }
  update((each) => failed(each, read.error));
}

/**
 * Computes statistics once per request, in parallel with the readings, since it may take longer.
 * During playback, most of the GPU's time is reserved for frames.
 */
async function showStatistics(
  follower: Follower,
  tools: GpuTools,
  frame: ObservedFrame,
  update: Update,
): Promise<void> {
  const { context, store, state } = follower;
  const entry = selectedEntry(store.getState());
  if (!state.wantsStatistics || !entry || state.isComputing) return;
  const start = performance.now();
  if (start < state.statisticsDue && !isPausedNow(context)) return;
  state.wantsStatistics = false;
  state.isComputing = true;
  const read = await computeStatistics(tools, entry.name, reductionsOf(frame, entry));
  state.isComputing = false;
  const isDated = isReplaced(context, frame, entry.name);
  const end = performance.now();
  state.statisticsDue = end + Math.max(STATISTICS_INTERVAL, STATISTICS_REST * (end - start));
  const isSelected = selectedEntry(store.getState())?.name === entry.name;
  if (isDated) state.wantsStatistics ||= isSelected;
  else if (read.ok) {
    state.computedOf = frame.resources.get(entry.name);
    update((each) => computed(each, entry.name, read.value));
  } else update((each) => failed(each, read.error));
  if (isDated || !isSelected) state.statisticsDue = 0;
  if (state.wantsStatistics) void readAgain(follower);
}

/** Whether a frame's resource has since been replaced. */
function isReplaced(
  { observers }: ToolContext,
  { resources }: ObservedFrame,
  name: string,
): boolean {
  return observers.newest()?.resources.get(name) !== resources.get(name);
}

type TypeReader = ReturnType<typeof createTypeReader>;

/** Milliseconds before another source is tried for the same code. */
const RETRY = 2000;

export function createTypeReader({
  workspace,
  compile,
}: Pick<ToolContext, 'workspace' | 'compile'>) {
  let found: { readonly code: string; readonly types: ParameterLayouts } | null = null;
  let asked: { readonly code: string; readonly identity: string; readonly at: number } | null =
    null;
  const known = (code: string) => (found?.code === code ? found.types : null);
  return {
    /** The types for this code; null if unknown. */
    known,
    /**
     * Looks up the types in the source, once per source and code, and not at every keystroke. Null
     * if the source is not the running one, or if the signal was aborted.
     */
    async read(code: string, signal: AbortSignal): Promise<ParameterLayouts | null> {
      const { text, files } = workspace.project();
      const identity = filesIdentity([{ path: MAIN_FILE, text }, ...files]) ?? '';
      const isSame = asked?.code === code && asked.identity === identity;
      const isTooSoon = asked?.code === code && performance.now() - asked.at < RETRY;
      if (isSame || isTooSoon) return null;
      asked = { code, identity, at: performance.now() };
      const report = await compile(runRequest(text, files), signal);
      if (!report || signal.aborted) asked = null;
      const types =
        report && typesOf(report, code, [text, ...files.map((file) => file.text)].join('\n'));
      if (types) found = { code, types };
      return types;
    },
  };
}

/** @param source the text of all files that may declare types */
function typesOf(report: CompileReport, code: string, source: string): ParameterLayouts | null {
  if (!report.succ || report.result.code !== code) return null;
  return parameterLayouts(report.result, source);
}
