import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  createAnimator,
  suitableAnimations,
  type UniformAnimations,
} from '#core/plan/animation.ts';
import { contentsOf } from '#core/plan/attributes/resources.ts';
import { keepsState } from '#core/plan/keepsState.ts';
import {
  type Animate,
  FIXED_RATE,
  type ReplayedInputs,
  type UniformValues,
} from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { type Size, sameSize } from '#engine/gpu/screen.ts';
import { type Checkpoints, createCheckpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import { createRecording, type Recording } from '#tools/timeline/recording/recording.ts';
import type { SeekableRun } from '#tools/timeline/seeking/seek.ts';
import { createSeeker, type Seeker } from '#tools/timeline/seeking/seeker.ts';
import {
  INITIAL_TIMELINE,
  type LoopRange,
  type TimelineCommands,
  type TimelineState,
} from '#tools/timeline/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import { suitableValues } from '#workspace/runs/uniformValues.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { createRunFollower, type RunFollower } from './runFollower.ts';

/** The part of the context that embeds have too. */
type TimelineContext = Pick<ToolContext, 'workspace' | 'observers' | 'loadContents'>;

export interface TimelineSession {
  readonly context: TimelineContext;
  readonly store: StoreApi<TimelineState>;
  readonly commands: TimelineCommands;
  /** The visible frame, or the target of a seek; -1 before the first frame. */
  frame(): number;
  /** The highest frame number of the run so far. */
  furthest(): number;
  secondsOf(frame: number): number;
  dispose: Dispose;
}

interface SessionParts {
  readonly context: TimelineContext;
  readonly store: StoreApi<TimelineState>;
  readonly recording: Recording;
  readonly checkpoints: Checkpoints;
  readonly follower: RunFollower;
  readonly seeker: Seeker;
  readonly linked: LinkedFrame;
}

const NO_MEMORY =
  'The device has no memory for checkpoints: going back replays all frames from frame 0. Lower the resolution for smaller textures.';

/** Times count as equal within this many seconds, since links round them. */
const SAME_TIME = 1e-6;

export function createTimelineSession(context: TimelineContext): TimelineSession {
  const { workspace, observers } = context;
  const parts = createParts(context);
  const { store, recording, checkpoints, follower, seeker, linked } = parts;
  const disposer = createDisposer();
  disposer.add(() => {
    seeker.dispose();
    checkpoints.clear();
  });
  const newest = observers.newest();
  if (newest) follower.begin(newest);
  disposer.add(observers.add(follower));
  disposer.add(workspace.store.subscribe((state, before) => followWorkspace(parts, state, before)));
  const frame = () => seeker.wanted ?? follower.current;
  const goTo = (wanted: number) => {
    linked.forget();
    seeker.goTo({ frame: wanted });
  };
  const cancel = () => {
    linked.forget();
    seeker.cancel();
  };
  disposer.add(
    workspace.seekBy({
      show: linked.show,
      step(frames) {
        // The resources are ready for the next frame, unless a replay is in progress.
        if (frames >= 0 && seeker.wanted === null) return false;
        goTo(Math.max(0, frame() + frames));
        return true;
      },
      cancel,
      inputsUpTo(last) {
        const changes = recording.changes(last);
        return changes.length === 0 ? undefined : changes;
      },
    }),
  );
  return {
    context,
    store,
    commands: {
      goTo,
      cancel,
      setLoop: (range) => setLoop(parts, range),
      toggleLoop() {
        const range = store.getState().loop;
        const { first, last } = range.last > range.first ? range : rangeUpTo(frame());
        setLoop(parts, { isOn: !range.isOn, first, last });
      },
      dismissProblem: () => store.setState({ problem: null }),
    },
    frame,
    furthest: () => follower.furthest,
    secondsOf: (at) => secondsOf(parts, at),
    dispose: disposer.dispose,
  };
}

function createParts(context: TimelineContext): SessionParts {
  const { workspace, loadContents } = context;
  const store = createStore<TimelineState>(() => INITIAL_TIMELINE);
  const recording = createRecording();
  const checkpoints = createCheckpoints(() => store.setState({ problem: NO_MEMORY }));
  const inputs = createRecordedInputs({ recording, settings: workspace.store.getState });
  const follower = createRunFollower({
    ...{ recording, checkpoints },
    values: () => workspace.store.getState().uniformValues,
    onRun: () => seeker.abandon(),
    onProgram(descriptor) {
      inputs.setProgram(descriptor);
      const usesRandom = readsRandom(descriptor);
      const changesOverTime = readsTime(descriptor) || keepsState(descriptor);
      const shown = store.getState();
      if (usesRandom !== shown.usesRandom || changesOverTime !== shown.changesOverTime) {
        store.setState({ usesRandom, changesOverTime });
      }
    },
    onFrame(frame) {
      seeker.disturbed();
      const { isOn, last } = store.getState().loop;
      if (isOn && frame >= last) queueMicrotask(() => loop(parts));
      linked.drawn();
    },
    onShown: () => seeker.shown(),
  });
  const seeker = createSeeker({
    run: seekableRun(context, follower, inputs, (frame) => secondsOf(parts, frame)),
    ...{ checkpoints, loadContents },
    onProgress: (replay) => {
      if (replay !== store.getState().replay) store.setState({ replay });
    },
    onProblem: (problem) => store.setState({ problem }),
  });
  const linked = createLinkedFrame(
    {
      screen: () => context.observers.newest()?.screen ?? null,
      isAt: (frame) =>
        follower.isStateful &&
        follower.current === frame &&
        shownRun(workspace.store.getState()).playback === 'paused',
      prepare: (shown) => prepareShown(parts, shown),
    },
    seeker,
  );
  const parts: SessionParts = {
    ...{ context, store, recording, checkpoints, follower, seeker, linked },
  };
  return parts;
}

function readsRandom({ resourceCommands }: RunDescriptor): boolean {
  return resourceCommands.some(({ parsedCommand }) => {
    const contents = contentsOf(parsedCommand);
    return contents.kind === 'bytes' && contents.from === 'random';
  });
}

function readsTime(descriptor: RunDescriptor): boolean {
  return uniformComponents(descriptor).some(({ type }) => type === 'TIME' || type === 'FRAME_ID');
}

function seekableRun(
  { workspace, observers }: TimelineContext,
  follower: RunFollower,
  inputs: RecordedInputs,
  secondsAt: (frame: number) => number,
): SeekableRun {
  return {
    newest: observers.newest,
    get ready() {
      return follower.ready;
    },
    set ready(frame) {
      follower.ready = frame;
    },
    get current() {
      return follower.current;
    },
    get isExpecting() {
      return follower.isExpecting;
    },
    pause: workspace.pause,
    resume: workspace.resume,
    draw(frame) {
      const replayed = inputs.replayed(frame);
      // Frames of stateless programs show the current settings.
      const values = follower.isStateful ? replayed.values : null;
      follower.expect(frame);
      workspace.drawFrame(frame, secondsAt(frame), { ...replayed, values });
    },
    inputsOf: (frame) => inputs.of(frame, secondsAt(frame)),
  };
}

/** Default length of a loop: two seconds, in frames. */
const LOOP_LENGTH = 120;

/** The last two seconds up to the frame, or the first two. */
function rangeUpTo(frame: number): Pick<LoopRange, 'first' | 'last'> {
  const last = Math.max(LOOP_LENGTH, frame);
  return { first: last - LOOP_LENGTH, last };
}

function setLoop({ store, checkpoints }: SessionParts, range: LoopRange): void {
  store.setState({ loop: range });
  checkpoints.want('loop', range.isOn ? range.first : null);
}

/** Restarts the loop when its last frame has played. */
function loop({ context: { workspace }, store, seeker, follower }: SessionParts): void {
  const { isOn, first, last } = store.getState().loop;
  const isPlaying = shownRun(workspace.store.getState()).playback === 'playing';
  if (!isOn || !isPlaying || follower.current < last || seeker.wanted !== null) return;
  let isResumed = false;
  const then = () => {
    if (!isResumed) workspace.resume();
  };
  // Without pausing, if possible.
  isResumed = seeker.goTo({ frame: first, then });
  if (isResumed) workspace.resume();
}

function followWorkspace(
  { checkpoints, follower, seeker }: SessionParts,
  state: WorkspaceState,
  before: WorkspaceState,
): void {
  if (state.pace.fixedStep !== before.pace.fixedStep) {
    // Past frames had different times.
    checkpoints.clear();
    follower.ready = null;
  }
  const isLost = state.gpu.kind === 'lost' && before.gpu.kind !== 'lost';
  const hasFailed = state.run.kind === 'failed' && before.run.kind !== 'failed';
  if (isLost || hasFailed) {
    seeker.abandon();
    checkpoints.clear();
  }
  const { playback } = shownRun(state);
  if (playback === 'playing' && shownRun(before).playback === 'paused') seeker.resumed();
}

/**
 * Prepares a frame from elsewhere: its time replaces the recorded one. If a link also contains the
 * user's input, that replaces everything recorded in this run.
 */
function prepareShown(parts: SessionParts, { number, time, inputs }: PausedFrame): void {
  const { recording, checkpoints, follower } = parts;
  const isAsRecorded = Math.abs(secondsOf(parts, number) - time) < SAME_TIME;
  if (!inputs && isAsRecorded) return;
  const fixed = number / FIXED_RATE;
  const seconds = Math.abs(time - fixed) < SAME_TIME ? fixed : time;
  recording.replace(number, seconds, inputs ?? recording.changes(number));
  checkpoints.clear();
  follower.ready = null;
}

function secondsOf({ context, recording }: SessionParts, frame: number): number {
  const { fixedStep } = context.workspace.store.getState().pace;
  return fixedStep ? frame / FIXED_RATE : recording.secondsOf(frame);
}

/** The recorded input of frames, for drawing them again. */
type RecordedInputs = ReturnType<typeof createRecordedInputs>;

interface RecordedInputsOptions {
  readonly recording: Recording;
  settings(): { readonly uniformValues: UniformValues; readonly animations: UniformAnimations };
}

function createRecordedInputs({ recording, settings }: RecordedInputsOptions) {
  let components: Parameters<typeof suitableValues>[0] = [];
  let animations: UniformAnimations | null = null;
  let animate: Animate = (values) => values;
  let recorded: UniformValues | null = null;
  let suitable: UniformValues = {};
  /**
   * Returns the same object until the user changes a value, so that animations allocate nothing
   * either.
   */
  const valuesOf = (frame: number) => {
    const values = recording.valuesAt(frame) ?? settings().uniformValues;
    if (values !== recorded) suitable = suitableValues(components, values);
    recorded = values;
    return suitable;
  };
  const animated = (values: UniformValues, seconds: number) => {
    const now = settings().animations;
    if (now !== animations) animate = createAnimator(suitableAnimations(components, now));
    animations = now;
    return animate(values, seconds);
  };
  return {
    /** For a frame that is replayed. Valid until the next call. */
    of(frame: number, seconds: number): UniformInputs {
      const { mouse, keys } = recording.inputsAt(frame);
      const values = animated(valuesOf(frame), seconds);
      return { frame, time: seconds, mouse, isKeyDown: (name) => keys.includes(name), values };
    },
    /** For a frame that the run draws. */
    replayed(frame: number): ReplayedInputs {
      const { mouse, keys } = recording.inputsAt(frame);
      return { mouse, keys: new Set(keys), values: valuesOf(frame) };
    },
    setProgram(descriptor: RunDescriptor) {
      components = uniformComponents(descriptor);
      recorded = null;
      animations = null;
    },
  };
}

/** A frame from elsewhere, such as a link. */
export type LinkedFrame = ReturnType<typeof createLinkedFrame>;

interface LinkedFrameRun {
  /** Size of the picture; null if none is drawn. */
  screen(): Size | null;
  /** Whether a stateful run is paused at this frame. */
  isAt(frame: number): boolean;
  /** Takes over the frame's time and the input before it. */
  prepare(frame: PausedFrame): void;
}

/**
 * Shows the frame, and shows it again if the picture's size changes, as during the page's layout:
 * the state depends on the size with which it began.
 */
export function createLinkedFrame(
  { screen, isAt, prepare }: LinkedFrameRun,
  { goTo }: Pick<Seeker, 'goTo'>,
) {
  let linked: PausedFrame | null = null;
  /** The size with which the frame's state began. */
  let size: Size | null = null;
  let isThere = false;
  const show = (frame: PausedFrame) => {
    linked = frame;
    isThere = false;
    const then = () => {
      isThere = linked === frame;
      check();
    };
    goTo({
      frame: frame.number,
      prepare() {
        size = screen();
        prepare(frame);
      },
      then,
    });
  };
  const check = () => {
    if (!linked || !isThere) return;
    if (!isAt(linked.number)) linked = null;
    else if (!sameSize(screen(), size)) show(linked);
  };
  return {
    show,
    /** Call when a frame that was not requested has been drawn. */
    drawn() {
      // After the frame's turn has ended.
      if (linked && isThere) queueMicrotask(check);
    },
    /** Call when the user goes to another frame. */
    forget() {
      linked = null;
    },
  };
}
