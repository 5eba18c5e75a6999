import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type { InputChange } from '#core/plan/inputChange.ts';
import type { Resolution, UniformValues } from '#core/plan/runControls.ts';

export interface RunView {
  /** Only the values that the user has set. */
  readonly uniformValues: UniformValues;
  readonly resolution: Resolution;
  readonly seed: number;
  readonly animations: UniformAnimations;
  /** Where playback is paused; null if it plays. */
  readonly frame: PausedFrame | null;
}

export interface PausedFrame {
  /** Zero-based. */
  readonly number: number;
  /** The value of `TIME` in this frame, in seconds. */
  readonly time: number;
  /** The user's input up to this frame, in frame order; none if absent. */
  readonly inputs?: readonly InputChange[];
}
