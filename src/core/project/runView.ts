import type { UniformAnimations } from '#core/plan/animation.ts';
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

/** The mouse and key input that frames read from this frame until the next change. */
export interface InputChange {
  /** Counted from 0. */
  readonly frame: number;
  /** MOUSE_POSITION. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys that the program reads, by the program's names for them. */
  readonly keys: readonly string[];
}

/** The largest frame number. In shaders it is a signed 32-bit integer. */
export const MAX_FRAME = 2 ** 31 - 1;

/** The largest seed, an unsigned 32-bit integer. */
export const MAX_SEED = 2 ** 32 - 1;
