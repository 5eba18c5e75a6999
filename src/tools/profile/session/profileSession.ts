import { createStore, type StoreApi } from 'zustand/vanilla';
import { entryPointsIn } from '#core/source/entryPointsIn.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { type FrameMeasuring, measureFrames } from '#engine/gpu/measure/measureFrames.ts';
import { createGroupTrials, type GroupTrials } from '#tools/profile/groups/groupTrials.ts';
import { openTimeLabels, type ShownLabels } from '#tools/profile/label/timeLabels.ts';
import {
  type FrameHistory,
  NOTHING_MEASURED,
  type ProfileCommands,
  type ProfileState,
} from '#tools/profile/state.ts';
import { timeText } from '#tools/profile/timeText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { profiled } from './profiled.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** Milliseconds between two states of the table. */
const INTERVAL = 250;

/** Of labels, so that they rest. */
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
  /** Null while nobody wants to see times. */
  active: Active | null;
  labels: ShownLabels | null;
  /** Frames were measured since the table was made. */
  isDated: boolean;
  /** Milliseconds from frame to frame; 0 while that is not known. */
  frameTime: number;
}

interface Active {
  readonly measuring: FrameMeasuring;
  stop: Dispose;
}

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

/** Measures if somebody wants to see times, and only then. */
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

function start(parts: SessionParts): Active {
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
  // A version that has just begun says nothing yet: the table stays.
  if (!shown) return;
  store.setState({ profiled: shown, isBaselineKept });
  showLabels(parts);
}

function showLabels({ labels, store }: SessionParts): void {
  const rows = store.getState().profiled?.rows ?? [];
  const texts = rows
    .filter(({ kind, times }) => kind === 'entry point' && !Number.isNaN(times.median))
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
