import type { LoadProgress } from '#program/loadProgress.ts';
import type { Result } from '#shared/result.ts';
import type { RunDescriptor } from './runDescriptor.ts';

/** A slider's number, or a colour's red, green and blue from 0 to 1. */
export type UniformValue = number | readonly [red: number, green: number, blue: number];

/** From a uniform's name to what a person has set. */
export type UniformValues = Readonly<Record<string, UniformValue>>;

/** Canvas pixels for each CSS pixel: a number, or `device` for as many as the display has. */
export type Resolution = 0.5 | 1 | 'device';

export type PlaybackState = 'playing' | 'paused';

/** Figures of the frame that was drawn last, in an object that the next frame writes anew. */
export interface FrameStats {
  /** Counts from 0. */
  readonly frame: number;
  /** What `TIME` gave in this frame, in seconds. */
  readonly time: number;
  /** Mean milliseconds from frame to frame, over the last 20. */
  readonly frameTime: number;
  /** At most 60. */
  readonly framesPerSecond: number;
  /** The canvas, in its own pixels; 0 × 0 if the run draws no image. */
  readonly width: number;
  readonly height: number;
}

/** How the contents of resources are fetched. */
export interface FetchRules {
  /** Whether another address may answer than the one that the shader names. */
  readonly followsRedirects: boolean;
}

/** What became of a start or an update that did not fail. */
export type RunOutcome =
  | { readonly kind: 'started' }
  /** `silenced` if nothing that is called prints any more. */
  | { readonly kind: 'updated'; readonly silenced: boolean }
  /** It executes nothing else than what runs already. */
  | { readonly kind: 'unchanged' }
  /** A newer one has taken its place. */
  | { readonly kind: 'overtaken' };

/** What can be done with runs, of which there is one at a time. */
export interface RunControls {
  /**
   * Builds the run and then takes the place of the one before; a failure leaves that one running.
   * Starts at frame 0, playing.
   *
   * @param values what was set before; components of other names start at their defaults
   */
  start(
    descriptor: RunDescriptor,
    values: UniformValues,
    rules: FetchRules,
  ): Promise<Result<RunOutcome>>;
  /**
   * Builds another version of the program and lets it go on where the one that runs is: frame,
   * time, playback and what `compareRuns` keeps stay. A failure leaves the old version running. If
   * none runs, or one is being started, this is a start.
   */
  update(
    descriptor: RunDescriptor,
    values: UniformValues,
    rules: FetchRules,
  ): Promise<Result<RunOutcome>>;
  /**
   * An update to this very descriptor is likely: what takes longest of it is begun already, if
   * nothing else is being built. Nothing of what runs changes.
   */
  expectUpdate(descriptor: RunDescriptor): void;
  /** Holds the clock and the frames. Answered by `onPlayback`, as are the next three. */
  pause(): void;
  resume(): void;
  /** Pauses, moves the frame number by so many (not below 0) and draws that one frame. */
  step(frames: number): void;
  /** Frame 0 and time 0; once-only calls run again. */
  reset(): void;
  /** While paused, the frame is drawn again with it. */
  setUniform(name: string, value: UniformValue): void;
  setResolution(resolution: Resolution): void;
}

/** What a run tells of itself. */
export interface RunReports {
  /** What the run being started fetches; null once nothing is awaited any more. */
  onLoading(progress: LoadProgress | null): void;
  /** A frame was submitted: called in each frame, so keep it cheap. */
  onFrame(stats: FrameStats): void;
  /** The GPU is done with a frame of the newest version: called in each frame. */
  onFrameDone(): void;
  /** The GPU has worked on a frame for two seconds and is not done: called once for such a frame. */
  onFrameOverdue(): void;
  onPlayback(state: PlaybackState): void;
  /** A frame printed this; frames that print nothing do not call it. */
  onPrinted(text: string): void;
  /** Something to tell that does not end the run: each message comes once a run. */
  onMessage(message: string): void;
  /** The run ended because of this; its last picture stays. */
  onError(message: string): void;
}
