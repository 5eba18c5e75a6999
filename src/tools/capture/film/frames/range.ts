import { FIXED_RATE } from '#core/plan/runControls.ts';

/** Frames a second of a film. */
export type FilmRate = 24 | 30 | 60;

export const FILM_RATES: readonly FilmRate[] = [24, 30, 60];

/** Which frames of a run a film shows. A run has 60 frames a second of `TIME`. */
export interface FilmRange {
  /** The run's frame that the film begins with. */
  readonly first: number;
  /** Frames of the film. */
  readonly count: number;
  readonly rate: FilmRate;
}

/** The film of the run's frames from `first` to `last`, both included. */
export function rangeOfFrames(first: number, last: number, rate: FilmRate): FilmRange {
  return { first, count: Math.ceil(((last - first + 1) * rate) / FIXED_RATE), rate };
}

export function rangeOfSeconds(start: number, duration: number, rate: FilmRate): FilmRange {
  const count = Math.max(1, Math.round(duration * rate));
  return { first: Math.round(start * FIXED_RATE), count, rate };
}

/** The run's frame that frame `index` of the film shows: the newest one at that time. */
export function runFrame({ first, rate }: FilmRange, index: number): number {
  return first + Math.floor((index * FIXED_RATE) / rate);
}

/**
 * The value of `TIME` in a frame of the run that the film shows, in seconds. The film's frames are
 * evenly apart, also where their times fall between two frames of the run.
 */
export function filmedSeconds({ first, rate }: FilmRange, frame: number): number {
  const index = Math.ceil(((frame - first) * rate) / FIXED_RATE);
  return first / FIXED_RATE + index / rate;
}

/** The film's length in seconds. */
export function durationOf({ count, rate }: FilmRange): number {
  return count / rate;
}
