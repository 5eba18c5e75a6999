/** What a person can set of a run, and what a run tells of itself. */

/** A slider's number, or a colour's red, green and blue from 0 to 1. */
export type UniformValue = number | readonly [red: number, green: number, blue: number];

/** From a uniform's name to what a person has set. */
export type UniformValues = Readonly<Record<string, UniformValue>>;

/** Canvas pixels for each CSS pixel: a number, or `device` for as many as the display has. */
export type Resolution = 0.5 | 1 | 'device';

export type PlaybackState = 'playing' | 'paused';

/** Figures of the frame that was drawn last. */
export interface FrameStats {
  /** Counts from 0. */
  readonly frame: number;
  /** Mean milliseconds from frame to frame, over the last 20. */
  readonly frameTime: number;
  /** At most 60. */
  readonly framesPerSecond: number;
  /** The canvas, in its own pixels; 0 × 0 if the run draws no image. */
  readonly width: number;
  readonly height: number;
}
