import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type { InputChange } from '#core/plan/inputChange.ts';
import type { Resolution, UniformValues } from '#core/plan/runControls.ts';

/** What a person sees of a run. */
export interface RunView {
  /** Those that a person has set. */
  readonly uniformValues: UniformValues;
  readonly resolution: Resolution;
  readonly seed: number;
  readonly animations: UniformAnimations;
  /** Where playback is paused; null if it plays. */
  readonly frame: PausedFrame | null;
}

export interface PausedFrame {
  /** Counts from 0. */
  readonly number: number;
  /** The value of `TIME` in it, in seconds. */
  readonly time: number;
  /** What the user did up to it, in the order of the frames; nothing if left out. */
  readonly inputs?: readonly InputChange[];
}
