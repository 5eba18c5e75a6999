import type { LoadProgress } from '#core/output/compilerState.ts';

/** A slider's number, or a colour's red, green and blue from 0 to 1. */
export type UniformValue = number | readonly [red: number, green: number, blue: number];

/** Maps a uniform's name to the user's value. */
export type UniformValues = Readonly<Record<string, UniformValue>>;

/** Canvas pixels per CSS pixel: a number, or `device` for the display's own ratio. */
export type Resolution = 0.5 | 1 | 'device';

export type PlaybackState = 'playing' | 'paused';

/** The figures of the last frame, in an object that the next frame overwrites. */
export interface FrameStats {
  /** Counts from 0. */
  readonly frame: number;
  /** The value of `TIME` in this frame, in seconds. */
  readonly time: number;
  /** Mean milliseconds between frames, over the last 20. */
  readonly frameTime: number;
  /** At most 60. */
  readonly framesPerSecond: number;
  /** The size of the canvas in its own pixels; 0 × 0 if the run draws no image. */
  readonly width: number;
  readonly height: number;
}

/** The rules for fetching the contents of resources. */
export interface FetchRules {
  /** Whether a redirect to another address is allowed. */
  readonly followsRedirects: boolean;
}

/** The rules for making and fetching the contents of resources. */
export interface LoadRules extends FetchRules {
  /** Of the numbers of RAND, an unsigned 32-bit integer: the same seed gives the same numbers. */
  readonly seed: number;
}

/** Of RAND, unless somebody chooses another: the same program draws the same picture everywhere. */
export const DEFAULT_SEED = 1;

/** How the frames of a playing run follow each other. */
export interface Pace {
  /** `TIME` passes so many times as fast as the user's time. */
  readonly speed: number;
  /** Frame n is always at `TIME` n / 60, and none is left out. */
  readonly fixedStep: boolean;
  /** At most so many frames a second; null for as many as the display shows. */
  readonly maxRate: 30 | 60 | null;
}

export const REAL_TIME: Pace = { speed: 1, fixedStep: false, maxRate: null };

/** Frames a second of a fixed step. */
export const FIXED_RATE = 60;

/** What a frame reads in place of the real mouse, keys and values. */
export interface ReplayedInputs {
  /** MOUSE_POSITION. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys that the program asks for, by the names that it uses. */
  readonly keys: ReadonlySet<string>;
  /** The user's values; null for those that are set now. */
  readonly values: UniformValues | null;
}

/**
 * Gives the values of a frame at this `TIME`, in seconds. Called in each frame: it may return the same
 * object each time.
 */
export type Animate = (values: UniformValues, seconds: number) => UniformValues;

/** The outcome of a start or an update that did not fail. */
export type RunOutcome =
  | { readonly kind: 'started' }
  /** `silenced` if called code no longer prints. */
  | { readonly kind: 'updated'; readonly silenced: boolean }
  /** It would execute exactly what already runs. */
  | { readonly kind: 'unchanged' }
  /** A newer one has superseded it. */
  | { readonly kind: 'overtaken' };

/** The reports of a run. */
export interface RunReports {
  /** The progress of a starting run's fetches; null when none is pending. */
  onLoading(progress: LoadProgress | null): void;
  /** A frame was submitted. Called in each frame, so it must be cheap. */
  onFrame(stats: FrameStats): void;
  /**
   * The GPU has completed a frame. Called in each frame.
   *
   * @param isNewest the newest version drew it, not one before
   */
  onFrameDone(isNewest: boolean): void;
  /** The GPU has not completed a frame after two seconds. Called once per such frame. */
  onFrameOverdue(): void;
  onPlayback(state: PlaybackState): void;
  /** The text that a frame printed. Not called for frames that print nothing. */
  onPrinted(text: string): void;
  /** A message that does not end the run. Each comes once per run. */
  onMessage(message: string): void;
  /** The reason why the run ended; its last picture stays. */
  onError(message: string): void;
}
