import { FIXED_RATE } from '#core/plan/runControls.ts';

/** Frames per second. */
export type FilmRate = 24 | 30 | 60;

export const FILM_RATES: readonly FilmRate[] = [24, 30, 60];

/** The frames of a run that a film shows. A run has 60 frames per second of `TIME`. */
export interface FilmRange {
  /** The first frame, as a frame number of the run. */
  readonly first: number;
  /** Number of frames in the film. */
  readonly count: number;
  readonly rate: FilmRate;
}

/** A film of the run's frames from `first` to `last`, inclusive. */
export function rangeOfFrames(first: number, last: number, rate: FilmRate): FilmRange {
  return { first, count: Math.ceil(((last - first + 1) * rate) / FIXED_RATE), rate };
}

export function rangeOfSeconds(start: number, duration: number, rate: FilmRate): FilmRange {
  const count = Math.max(1, Math.round(duration * rate));
  return { first: Math.round(start * FIXED_RATE), count, rate };
}

/** The run's frame for frame `index` of the film: the newest one at that time. */
export function runFrame({ first, rate }: FilmRange, index: number): number {
  return first + Math.floor((index * FIXED_RATE) / rate);
}

/**
 * The value of `TIME`, in seconds, for a frame of the run that the film shows. The film's frames
 * are evenly spaced, even if they fall between two frames of the run.
 */
export function filmedSeconds({ first, rate }: FilmRange, frame: number): number {
  const index = Math.ceil(((frame - first) * rate) / FIXED_RATE);
  return first / FIXED_RATE + index / rate;
}

export function durationOf({ count, rate }: FilmRange): number {
  return count / rate;
}
