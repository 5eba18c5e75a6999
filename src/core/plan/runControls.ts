import type { LoadProgress } from '#core/output/compilerState.ts';

/** A slider's number, or a colour's red, green and blue from 0 to 1. */
export type UniformValue = number | readonly [red: number, green: number, blue: number];

/** Maps a uniform's name to the user's value. */
export type UniformValues = Readonly<Record<string, UniformValue>>;

/** Canvas pixels per CSS pixel; `device` for the display's own ratio. */
export type Resolution = 0.5 | 1 | 'device';

export type PlaybackState = 'playing' | 'paused';

/** The figures of the last frame. The next frame overwrites this object. */
export interface FrameStats {
  /** Counted from 0. */
  readonly frame: number;
  readonly time: number;
  /** Mean time between frames in milliseconds, over the last 20. */
  readonly frameTime: number;
  /** At most 60. */
  readonly framesPerSecond: number;
  /** The canvas size in its own pixels; 0 × 0 if the run draws no image. */
  readonly width: number;
  readonly height: number;
}

export interface FetchRules {
  readonly followsRedirects: boolean;
}

/** The rules for creating and fetching the contents of resources. */
export interface LoadRules extends FetchRules {
  /** The seed of RAND, an unsigned 32-bit integer. The same seed gives the same numbers. */
  readonly seed: number;
}

/** The default seed of RAND, so that a program draws the same picture everywhere. */
export const DEFAULT_SEED = 1;

export interface Pace {
  /** The speed of `TIME` relative to real time. */
  readonly speed: number;
  /** Whether frame n is always at `TIME` n / 60 and no frame is skipped. */
  readonly fixedStep: boolean;
  /** Maximum frames per second; null for the display's refresh rate. */
  readonly maxRate: 30 | 60 | null;
}

export const REAL_TIME: Pace = { speed: 1, fixedStep: false, maxRate: null };

/** Frames per second with a fixed step. */
export const FIXED_RATE = 60;

/** The inputs of a replayed frame, instead of the actual mouse, keys and values. */
export interface ReplayedInputs {
  /** MOUSE_POSITION. */
  readonly mouse: readonly [x: number, y: number, pressedX: number, pressedY: number];
  /** The held keys that the program reads, by the program's names for them. */
  readonly keys: ReadonlySet<string>;
  /** The user's values; null for the current ones. */
  readonly values: UniformValues | null;
}

/**
 * Returns the values of a frame at this `TIME`, in seconds. Called for every frame; may return the
 * same object each time.
 */
export type Animate = (values: UniformValues, seconds: number) => UniformValues;

export type RunOutcome =
  | { readonly kind: 'started' }
  /** `silenced` if called code no longer prints. */
  | { readonly kind: 'updated'; readonly silenced: boolean }
  /** The new version would execute exactly what already runs. */
  | { readonly kind: 'unchanged' }
  /** A newer start or update superseded this one. */
  | { readonly kind: 'overtaken' };

export interface RunReports {
  /** The progress of a starting run's fetches; null if none is pending. */
  onLoading(progress: LoadProgress | null): void;
  /** Called for each submitted frame, so it must be cheap. */
  onFrame(stats: FrameStats): void;
  /**
   * Called when the GPU completes a frame.
   *
   * @param isNewest whether the newest version drew the frame
   */
  onFrameDone(isNewest: boolean): void;
  /** Called once for each frame that the GPU has not completed after two seconds. */
  onFrameOverdue(): void;
  onPlayback(state: PlaybackState): void;
  /** The text that a frame printed. Not called for frames without text. */
  onPrinted(text: string): void;
  /** A message that does not end the run. Each message is reported once per run. */
  onMessage(message: string): void;
  /** The reason the run ended. Its last picture stays visible. */
  onError(message: string): void;
}
