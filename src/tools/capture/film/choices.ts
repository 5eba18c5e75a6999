import { MAX_FRAME } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type Size, sameSize } from '#engine/gpu/screen.ts';
import { evenSize } from '#tools/capture/film/encoding/formats.ts';
import {
  COMMON_SIZES,
  chosenSize,
  frameNumber,
  type SizeLimits,
  sizeText,
} from '#tools/capture/frames/pictureSize.ts';
import { bitrateOf, type FilmQuality } from './encoding/estimate.ts';
import { FILM_FORMATS, type FilmFormat, VP9 } from './encoding/formats.ts';
import { type FilmRange, type FilmRate, rangeOfFrames, rangeOfSeconds } from './frames/range.ts';

export interface FilmChoices {
  readonly way: 'render' | 'record';
  readonly rangeBy: 'frames' | 'seconds';
  readonly firstFrame: string;
  readonly lastFrame: string;
  readonly start: string;
  readonly duration: string;
  /** `canvas`, `custom`, or a size such as `1280×720`. */
  readonly size: string;
  readonly width: string;
  readonly height: string;
  readonly rate: FilmRate;
  readonly quality: FilmQuality;
  readonly format: FilmFormat['id'];
  readonly includesProject: boolean;
}

export const FIRST_CHOICES: FilmChoices = {
  way: 'render',
  rangeBy: 'frames',
  firstFrame: '0',
  lastFrame: '299',
  start: '0',
  duration: '5',
  size: 'canvas',
  width: '1280',
  height: '720',
  rate: 60,
  quality: 'medium',
  format: VP9.id,
  includesProject: true,
};

/** The value of `FilmChoices.size` for a size. */
export function sizeId({ width, height }: Size): string {
  return `${width}×${height}`;
}

/** A valid film, provided that the browser has an encoder for it. */
export interface FilmPlan {
  readonly format: FilmFormat;
  readonly size: Size;
  readonly rate: FilmRate;
  readonly bitrate: number;
  /** Null when recording. */
  readonly range: FilmRange | null;
  /** How the size differs from the chosen one, as a sentence; null if it does not. */
  readonly note: string | null;
}

export interface FieldProblem {
  readonly field: 'range' | 'size';
  readonly text: string;
}

/** Maximum number of frames: one hour at 60 frames per second. */
const MAX_FILM_FRAMES = 216_000;

export function planFilm(choices: FilmChoices, limits: SizeLimits): Result<FilmPlan, FieldProblem> {
  const range = choices.way === 'render' ? rangeOf(choices) : ok(null);
  if (!range.ok) return fail({ field: 'range', text: range.error });
  const chosen = sizeOf(choices, limits);
  if (!chosen.ok) return fail({ field: 'size', text: chosen.error });
  const format = FILM_FORMATS.find(({ id }) => id === choices.format) ?? VP9;
  const size = format.isEven ? evenSize(chosen.value) : chosen.value;
  const { rate } = choices;
  return ok({
    ...{ format, size, rate },
    range: range.value,
    bitrate: bitrateOf(size, rate, choices.quality, format.codec),
    note: sameSize(size, chosen.value) ? null : roundedNote(format, chosen.value, size),
  });
}

function roundedNote({ codecText }: FilmFormat, chosen: Size, size: Size): string {
  return `${codecText} needs even sizes: the film has ${sizeText(size)} pixels instead of ${sizeText(chosen)}.`;
}

function rangeOf(choices: FilmChoices): Result<FilmRange> {
  const range = choices.rangeBy === 'frames' ? frameRange(choices) : secondRange(choices);
  if (!range.ok || range.value.count <= MAX_FILM_FRAMES) return range;
  return fail(
    `The film would have ${number(range.value.count)} frames. Choose a range of at most ${number(MAX_FILM_FRAMES)}.`,
  );
}

function frameRange({ firstFrame, lastFrame, rate }: FilmChoices): Result<FilmRange> {
  const first = frameNumber(firstFrame);
  const last = frameNumber(lastFrame);
  if (first === null) return fail(notAFrame('first', firstFrame));
  if (last === null) return fail(notAFrame('last', lastFrame));
  if (last < first) {
    return fail(`The last frame, ${last}, comes before the first one, ${first}. Swap them.`);
  }
  return ok(rangeOfFrames(first, last, rate));
}

function notAFrame(which: string, text: string): string {
  return `The ${which} frame is “${text}”. Enter a whole number from 0 to ${number(MAX_FRAME)}.`;
}

/** Latest start in seconds. It leaves an hour before the highest frame number. */
const MAX_START = Math.floor(MAX_FRAME / 60) - 3600;

function secondRange({ start, duration, rate }: FilmChoices): Result<FilmRange> {
  const from = seconds(start);
  const length = seconds(duration);
  if (from === null || from > MAX_START) {
    return fail(`The start is “${start}”. Enter seconds from 0 to ${number(MAX_START)}.`);
  }
  if (length === null || length === 0) {
    return fail(`The duration is “${duration}”. Enter seconds, more than 0.`);
  }
  return ok(rangeOfSeconds(from, length, rate));
}

function seconds(text: string): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : null;
}

function sizeOf({ way, size, width, height }: FilmChoices, limits: SizeLimits): Result<Size> {
  // A recording uses the picture's current size.
  if (way === 'record') return ok(limits.canvas);
  if (size === 'custom') return chosenSize({ kind: 'custom', width, height }, limits);
  const common = COMMON_SIZES.find((each) => sizeId(each) === size);
  return chosenSize(common ? { kind: 'common', size: common } : { kind: 'canvas' }, limits);
}

function number(value: number): string {
  return value.toLocaleString('en');
}
