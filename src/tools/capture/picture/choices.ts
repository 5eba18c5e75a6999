import { MAX_FRAME } from '#core/project/runView.ts';
import { MAX_ZIP_FILES } from '#core/project/zip.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Size } from '#engine/gpu/screen.ts';
import {
  chosenSize,
  frameNumber,
  type SizeChoice,
  type SizeLimits,
  wholeNumber,
} from '#tools/capture/frames/pictureSize.ts';

export interface PictureChoices {
  readonly frames: 'one' | 'range';
  readonly frame: string;
  readonly from: string;
  readonly to: string;
  /** Saves every n-th frame of the range. */
  readonly every: string;
  readonly size: SizeChoice;
  readonly keepsAlpha: boolean;
  readonly includesProject: boolean;
  readonly name: string;
}

export type PicturePlan = {
  readonly size: Size;
  readonly keepsAlpha: boolean;
  readonly includesProject: boolean;
  readonly name: string;
} & (
  | { readonly kind: 'picture'; readonly frame: number }
  | { readonly kind: 'sequence'; readonly frames: readonly number[] }
);

/** Fails with a sentence about the first invalid field. */
export function planPicture(choices: PictureChoices, limits: SizeLimits): Result<PicturePlan> {
  const size = chosenSize(choices.size, limits);
  if (!size.ok) return size;
  const { keepsAlpha, includesProject, name } = choices;
  const common = { size: size.value, keepsAlpha, includesProject, name };
  if (choices.frames === 'one') {
    const frame = frameOf('Frame', choices.frame);
    return frame.ok ? ok({ ...common, kind: 'picture', frame: frame.value }) : frame;
  }
  const frames = rangeOf(choices);
  return frames.ok ? ok({ ...common, kind: 'sequence', frames: frames.value }) : frames;
}

function rangeOf({ from, to, every }: PictureChoices): Result<readonly number[]> {
  const first = frameOf('The first frame', from);
  if (!first.ok) return first;
  const last = frameOf('The last frame', to);
  if (!last.ok) return last;
  if (last.value < first.value) {
    return fail(
      `The last frame, ${last.value}, comes before the first one, ${first.value}. Swap them.`,
    );
  }
  const step = wholeNumber(every);
  if (step === null || step < 1) {
    return fail(`“Every” is “${every}”. Enter a whole number of at least 1.`);
  }
  const count = Math.floor((last.value - first.value) / step) + 1;
  if (count > MAX_ZIP_FILES) {
    return fail(
      `The range has ${count.toLocaleString('en')} frames, but a zip holds at most ${MAX_ZIP_FILES.toLocaleString('en')}. Choose fewer.`,
    );
  }
  return ok(Array.from({ length: count }, (_, index) => first.value + index * step));
}

function frameOf(name: string, text: string): Result<number> {
  const value = frameNumber(text);
  if (value !== null) return ok(value);
  return fail(`${name} is “${text}”. Enter a whole number from 0 to ${MAX_FRAME}.`);
}
