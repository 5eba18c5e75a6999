import type { StoreApi } from 'zustand/vanilla';
import type { Resolution, UniformValue, UniformValues } from '#program/plan/runControls.ts';
import { shownRun, withShown } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { RunnerProvider } from './runnerProvider.ts';

/** What a person does with a run while it plays. Without a run, nothing but the settings changes. */
export interface PlaybackCommands {
  pause(): void;
  resume(): void;
  /** Pauses, and draws the frame that is so many after this one (or before it, if negative). */
  step(frames: number): void;
  /** Pauses at this frame and this time, in seconds. */
  showFrame(frame: number, seconds: number): void;
  /** Frame 0 and time 0. */
  resetFrame(): void;
  /** Kept by name across runs. */
  setUniform(name: string, value: UniformValue): void;
  /** Back to the default: one uniform of the newest run, or all of them. */
  resetUniforms(name?: string): void;
  clearOutput(): void;
  setResolution(resolution: Resolution): void;
}

export function createPlaybackCommands(
  { getState, setState }: StoreApi<WorkspaceState>,
  runners: Pick<RunnerProvider, 'current'>,
): PlaybackCommands {
  return {
    pause: () => runners.current()?.pause(),
    resume: () => runners.current()?.resume(),
    step: (frames) => runners.current()?.step(frames),
    showFrame: (frame, seconds) => runners.current()?.showFrame(frame, seconds),
    resetFrame: () => runners.current()?.reset(),
    setUniform(name, value) {
      setState({ uniformValues: { ...getState().uniformValues, [name]: value } });
      runners.current()?.setUniform(name, value);
    },
    resetUniforms(name) {
      const { uniformValues } = getState();
      const { uniforms } = shownRun(getState());
      const reset = uniforms.filter((uniform) => name === undefined || uniform.name === name);
      setState({ uniformValues: without(uniformValues, new Set(reset.map((each) => each.name))) });
      for (const uniform of reset) runners.current()?.setUniform(uniform.name, uniform.default);
    },
    clearOutput: () => setState({ run: withShown(getState().run, { printed: '' }) }),
    setResolution(resolution) {
      setState({ resolution });
      runners.current()?.setResolution(resolution);
    },
  };
}

function without(values: UniformValues, names: ReadonlySet<string>): UniformValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}
