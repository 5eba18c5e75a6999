import type { StoreApi } from 'zustand/vanilla';
import type { UniformAnimation } from '#core/plan/animation/uniformAnimation.ts';
import type {
  Animate,
  Pace,
  ReplayedInputs,
  Resolution,
  UniformValue,
} from '#core/plan/runControls.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { shownRun, withShown } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { RunnerProvider } from './runnerProvider.ts';

/** What a person does with a run while it plays. Without a run, nothing but the settings changes. */
export interface PlaybackCommands {
  pause(): void;
  resume(): void;
  /** Pauses, and draws the frame that is so many after this one (or before it, if negative). */
  step(frames: number): void;
  /**
   * Pauses at this frame as it was, or would be. It waits until there is a seeker, unless the user goes
   * on before that; null forgets the one that waits.
   */
  showFrame(frame: PausedFrame | null): void;
  /** From now on, `showFrame`, `step` and `resetFrame` ask it; the returned function ends that. */
  seekBy(seeker: FrameSeeker): Dispose;
  /** What the user did up to a frame, for a link that shows it. */
  inputsUpTo(frame: number): PausedFrame['inputs'];
  /** Pauses and draws a frame on what the resources hold; see RunControls. */
  drawFrame(frame: number, seconds: number, inputs?: ReplayedInputs): void;
  setPace(pace: Pace): void;
  /** Frame 0 and time 0. */
  resetFrame(): void;
  /** Kept by name across runs. */
  setUniform(name: string, value: UniformValue): void;
  /** Back to the default: one uniform of the newest run, or all of them. */
  resetUniforms(name?: string): void;
  /** Null for a slider that stays where it is. */
  animateUniform(name: string, animation: UniformAnimation | null): void;
  /** Null for values that stay as the user sets them. For the feature that computes animations. */
  setAnimation(animate: Animate | null): void;
  clearOutput(): void;
  setResolution(resolution: Resolution): void;
}

/** Brings a run to any frame, with the resources as that frame needs them. */
export interface FrameSeeker {
  show(frame: PausedFrame): void;
  /** As the command; false if the run can draw that frame by itself. */
  step(frames: number): boolean;
  /** Puts the resources back if it is on its way to a frame. */
  cancel(): void;
  inputsUpTo: PlaybackCommands['inputsUpTo'];
}

export function createPlaybackCommands(
  store: StoreApi<WorkspaceState>,
  runners: Pick<RunnerProvider, 'current'>,
): PlaybackCommands {
  const { getState, setState } = store;
  return {
    ...frameCommands(runners),
    pause: () => runners.current()?.pause(),
    setPace(pace) {
      setState({ pace });
      runners.current()?.setPace(pace);
    },
    setUniform(name, value) {
      setState({ uniformValues: { ...getState().uniformValues, [name]: value } });
      runners.current()?.setUniform(name, value);
    },
    resetUniforms(name) {
      const { uniformValues, animations } = getState();
      const { uniforms } = shownRun(getState());
      const reset = uniforms.filter((uniform) => name === undefined || uniform.name === name);
      const names = new Set(reset.map((each) => each.name));
      setState({
        uniformValues: without(uniformValues, names),
        animations: without(animations, names),
      });
      for (const uniform of reset) runners.current()?.setUniform(uniform.name, uniform.default);
    },
    animateUniform(name, animation) {
      const others = without(getState().animations, new Set([name]));
      setState({ animations: animation ? { ...others, [name]: animation } : others });
    },
    setAnimation: (animate) => runners.current()?.setAnimation(animate),
    clearOutput: () => setState({ run: withShown(getState().run, { printed: '' }) }),
    setResolution(resolution) {
      setState({ resolution });
      runners.current()?.setResolution(resolution);
    },
  };
}

type FrameCommand =
  | 'resume'
  | 'resetFrame'
  | 'step'
  | 'showFrame'
  | 'seekBy'
  | 'inputsUpTo'
  | 'drawFrame';

function frameCommands(
  runners: Pick<RunnerProvider, 'current'>,
): Pick<PlaybackCommands, FrameCommand> {
  let seeker: FrameSeeker | null = null;
  /** Asked for before there was a seeker. */
  let waiting: PausedFrame | null = null;
  return {
    resume() {
      waiting = null;
      runners.current()?.resume();
    },
    resetFrame() {
      waiting = null;
      seeker?.cancel();
      runners.current()?.reset();
    },
    step(frames) {
      waiting = null;
      if (!seeker?.step(frames)) runners.current()?.step(frames);
    },
    showFrame(frame) {
      if (seeker && frame) seeker.show(frame);
      else waiting = frame;
    },
    seekBy(next) {
      seeker = next;
      if (waiting) seeker.show(waiting);
      waiting = null;
      return () => {
        if (seeker === next) seeker = null;
      };
    },
    inputsUpTo: (frame) => seeker?.inputsUpTo(frame),
    drawFrame: (frame, seconds, inputs) => runners.current()?.showFrame(frame, seconds, inputs),
  };
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
