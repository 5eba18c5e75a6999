import type { StoreApi } from 'zustand/vanilla';
import { CAMERA_VALUES } from '#core/plan/runDescriptor.ts';
import type { PausedFrame } from '#core/project/runView.ts';
import { shownRun, withShown } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { FrameSeeker, PlaybackCommands } from '#workspace/workspace.ts';
import type { RunnerProvider } from './runnerProvider.ts';

export function createPlaybackCommands(
  store: StoreApi<WorkspaceState>,
  runners: RunnerProvider,
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
      // A number is no camera, so frames use the first one.
      const camera = CAMERA_VALUES.map((each) => ({ name: each, default: 0 }));
      const reset = [...camera, ...uniforms].filter(
        (uniform) => name === undefined || uniform.name === name,
      );
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

function frameCommands(runners: RunnerProvider): Pick<PlaybackCommands, FrameCommand> {
  let seeker: FrameSeeker | null = null;
  /** A frame that was requested before there was a seeker. */
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

export function createWantedFrame(
  { getState }: StoreApi<WorkspaceState>,
  { showFrame }: PlaybackCommands,
) {
  let wanted: PausedFrame | null = null;
  return {
    /** Sets the frame to show next; null for none. */
    want(frame: PausedFrame | null) {
      wanted = frame;
      // The previous frame may still be waiting for a seeker.
      showFrame(null);
    },
    /** Called when a requested run is over or draws; shows the frame if the run draws. */
    show() {
      const { run, held } = getState();
      // The user may still let a held run start.
      if (!wanted || held || run.kind !== 'running' || run.stale) return;
      // A link without inputs means that there was no input.
      showFrame({ inputs: [], ...wanted });
      wanted = null;
    },
  };
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
