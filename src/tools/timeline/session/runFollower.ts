import { keepsState } from '#core/plan/keepsState.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Checkpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import type { Recording } from '#tools/timeline/recording/recording.ts';

/** Follows the frames of runs: records them, makes checkpoints, and tracks the current frame. */
export interface RunFollower extends FrameObserver {
  /** Starts with a run that already draws. */
  begin(newest: ObservedFrame): void;
  /** The frame that the resources are ready to draw; null if unknown. */
  ready: number | null;
  /** Whether the program keeps state between frames. */
  readonly isStateful: boolean;
  /** The visible frame; -1 before the first. */
  readonly current: number;
  /** The highest frame number of the run so far. */
  readonly furthest: number;
  /** Announces that the run redraws this frame next, so that it is not recorded again. */
  expect(frame: number): void;
  /** Whether an expected frame has not been drawn yet. */
  readonly isExpecting: boolean;
}

interface RunFollowerOptions {
  readonly recording: Recording;
  readonly checkpoints: Checkpoints;
  /** The user's uniform values: a new object after each change. */
  values(): UniformValues;
  /** Called before the first frame of another run. */
  onRun(): void;
  /** Called before the first frame of another program version. */
  onProgram(descriptor: RunDescriptor): void;
  /** Called after an unexpected frame was submitted. */
  onFrame(frame: number): void;
  /** Called after the expected frame was submitted. */
  onShown(): void;
}

interface FollowerState {
  /** All frames of a run use the same object. */
  run: ObservedFrame | null;
  descriptor: RunDescriptor | null;
  calls: ObservedFrame['calls'] | null;
  isStateful: boolean;
  readsMouse: boolean;
  ready: number | null;
  current: number;
  furthest: number;
  /** The frame that is shown again; null while frames are new. */
  shown: number | null;
  isExpecting: boolean;
}

const NO_MOUSE: ObservedFrame['inputs']['mouse'] = [0, 0, 0, 0];

/** Allocates nothing per frame except checkpoints. */
export function createRunFollower(options: RunFollowerOptions): RunFollower {
  const { recording, checkpoints, values, onFrame, onShown } = options;
  const state: FollowerState = {
    ...{ run: null, descriptor: null, calls: null, isStateful: false, readsMouse: false },
    ...{ ready: null, current: -1, furthest: 0, shown: null, isExpecting: false },
  };
  const inputs = { time: 0, mouse: NO_MOUSE, isKeyDown: (_: string) => false };
  const recordInputs = ({ inputs: read }: ObservedFrame) => {
    inputs.time = read.time;
    inputs.mouse = state.readsMouse ? read.mouse : NO_MOUSE;
    inputs.isKeyDown = read.isKeyDown;
    recording.record(read.frame, inputs, values());
  };
  const record = (frame: ObservedFrame, number: number, isAgain: boolean) => {
    recordInputs(frame);
    checkpoints.dropBehind(number);
    if (!state.isStateful || isAgain) return;
    // After a reset, the run continues with the present contents of the resources.
    if (number === 0) checkpoints.take(0, frame, number);
    else if (number === state.ready) checkpoints.offer(number, frame, number);
  };
  return {
    begin(newest) {
      followProgram(state, newest, options);
      state.run = null;
      state.calls = newest.calls;
      state.current = newest.inputs.frame;
      state.furthest = state.current;
      state.ready = state.current + 1;
      recordInputs(newest);
    },
    get ready() {
      return state.ready;
    },
    set ready(frame) {
      state.ready = frame;
    },
    get isStateful() {
      return state.isStateful;
    },
    get current() {
      return state.current;
    },
    get furthest() {
      return state.furthest;
    },
    get isExpecting() {
      return state.isExpecting;
    },
    expect(frame) {
      state.shown = frame;
      state.isExpecting = true;
    },
    frameBegins(frame) {
      if (frame !== state.run) followRun(state, frame, options);
      if (frame.descriptor !== state.descriptor) followProgram(state, frame, options);
      if (frame.calls !== state.calls) checkpoints.clear();
      state.calls = frame.calls;
      const number = frame.inputs.frame;
      const isShown = number === state.shown;
      if (!isShown) {
        state.shown = null;
        state.isExpecting = false;
      }
      // A frame that was drawn twice has executed twice.
      const isAgain = number === state.current && !state.isExpecting;
      if (!isShown) record(frame, number, isAgain);
      state.ready = isAgain ? null : number + 1;
      state.current = number;
      if (number > state.furthest) state.furthest = number;
    },
    frameSubmitted() {
      if (state.isExpecting && state.current === state.shown) {
        state.isExpecting = false;
        onShown();
      } else onFrame(state.current);
    },
  };
}

function followRun(
  state: FollowerState,
  frame: ObservedFrame,
  { recording, onRun }: RunFollowerOptions,
): void {
  // The first run may have started before it was followed.
  if (state.run) {
    recording.clear();
    Object.assign(state, { current: -1, furthest: 0, shown: null, isExpecting: false });
    onRun();
  }
  state.run = frame;
}

function followProgram(
  state: FollowerState,
  { descriptor }: ObservedFrame,
  { recording, checkpoints, onProgram }: RunFollowerOptions,
): void {
  const components = uniformComponents(descriptor);
  checkpoints.clear();
  recording.watch(components.flatMap((each) => (each.type === 'KEY' ? [each.key] : [])));
  state.descriptor = descriptor;
  state.isStateful = keepsState(descriptor);
  state.readsMouse = components.some(({ type }) => type === 'MOUSE_POSITION');
  // The state left by the previous version is not what this version would have produced.
  state.ready = null;
  onProgram(descriptor);
}
