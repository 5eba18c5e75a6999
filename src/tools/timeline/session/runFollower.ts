import { keepsState } from '#core/plan/keepsState.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { FrameObserver, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Checkpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import type { Recording } from '#tools/timeline/recording/recording.ts';

/** Follows the frames of runs: records them, takes checkpoints, and knows where the run is. */
export interface RunFollower extends FrameObserver {
  /** A run draws already: this is its newest frame. */
  begin(newest: ObservedFrame): void;
  /** The frame that the resources are ready for; null if nobody can tell. */
  ready: number | null;
  /** The program keeps state from frame to frame. */
  readonly isStateful: boolean;
  /** The frame in sight; -1 before the first. */
  readonly current: number;
  /** The highest frame number of the run so far. */
  readonly furthest: number;
  /** The run draws this frame next, as it was: nothing new to record. */
  expect(frame: number): void;
  /** A frame was expected and is not drawn yet. */
  readonly isExpecting: boolean;
}

interface RunFollowerOptions {
  readonly recording: Recording;
  readonly checkpoints: Checkpoints;
  /** What the user has set: another object after each change. */
  values(): UniformValues;
  /** Another run draws its first frame. */
  onRun(): void;
  /** A version of a program draws its first frame. */
  onProgram(descriptor: RunDescriptor): void;
  /** A frame was submitted that nobody expected. */
  onFrame(frame: number): void;
  /** The expected frame was submitted. */
  onShown(): void;
}

interface FollowerState {
  /** The object that all frames of a run are told by: another one is another run. */
  run: ObservedFrame | null;
  descriptor: RunDescriptor | null;
  calls: ObservedFrame['calls'] | null;
  isStateful: boolean;
  /** Whether the mouse is an input of the program. */
  readsMouse: boolean;
  ready: number | null;
  current: number;
  furthest: number;
  /** The frame that is shown as it was; null if frames are new. */
  shown: number | null;
  isExpecting: boolean;
}

const NO_MOUSE: ObservedFrame['inputs']['mouse'] = [0, 0, 0, 0];

/** Allocates nothing in a frame but checkpoints. */
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
    // From a reset on, the run goes on with what the resources hold.
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
      // A frame that is drawn twice has executed twice.
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
  // The first one may be known by its newest frame.
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
  // What the former version has left is not what this one would have made.
  state.ready = null;
  onProgram(descriptor);
}
