import { DEFAULT_SEED, FIXED_RATE } from '#core/plan/runControls.ts';
import { MAX_FRAME, MAX_SEED } from '#core/plan/runLimits.ts';
import { isSeed } from '#core/project/draft.ts';
import type { AddressedMoment } from '#core/project/links/urlParameters.ts';
import type { PausedFrame, RunView } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { LinkedProject, ReadMoment } from './linkService.ts';

const NO_VIEW: RunView = {
  ...{ uniformValues: {}, resolution: 1, seed: DEFAULT_SEED, animations: {}, frame: null },
};

/** @param opened what the source brings itself */
export function readMoment(
  moment: AddressedMoment,
  opened: Partial<Pick<LinkedProject, 'view' | 'note'>>,
): ReadMoment {
  const view = opened.view ?? NO_VIEW;
  const frame = moment.frame === null ? ok(null) : readFrame(moment.frame);
  const seed = moment.seed === null ? ok(null) : readSeed(moment.seed);
  const faults = [frame, seed].flatMap((read) => (read.ok ? [] : [read.error]));
  const notes = [...(opened.note ? [opened.note] : []), ...faults];
  return {
    view: {
      ...view,
      seed: (seed.ok ? seed.value : null) ?? view.seed,
      frame: frame.ok && frame.value !== null ? frameAt(frame.value, view.frame) : view.frame,
    },
    seed: seed.ok ? seed.value : null,
    note: notes.length > 0 ? notes.join('\n') : null,
  };
}

function readFrame(text: string): Result<number> {
  const number = wholeNumber(text);
  if (number !== null && number <= MAX_FRAME) return ok(number);
  return fail(
    `The address gives the frame ${quoted(text)}, which is left out. ` +
      `Write frame= and a whole number from 0 to ${MAX_FRAME}.`,
  );
}

function readSeed(text: string): Result<number> {
  const number = wholeNumber(text);
  if (isSeed(number)) return ok(number);
  return fail(
    `The address gives the random seed ${quoted(text)}, which is left out. ` +
      `Write seed= and a whole number from 0 to ${MAX_SEED}.`,
  );
}

function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null;
}

/** The packed frame may have been shown at another time, and by other inputs. */
function frameAt(number: number, packed: PausedFrame | null): PausedFrame {
  if (packed?.number === number) return packed;
  const inputs = packed?.inputs?.filter(({ frame }) => frame <= number) ?? [];
  return { number, time: number / FIXED_RATE, ...(inputs.length > 0 && { inputs }) };
}
