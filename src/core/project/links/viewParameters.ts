import { DEFAULT_SEED, FIXED_RATE } from '#core/plan/runControls.ts';
import { isSeed } from '#core/project/draft.ts';
import { givenNameFrom } from '#core/project/projectName.ts';
import { MAX_FRAME, MAX_SEED, type PausedFrame, type RunView } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { ViewParameterName } from './urlParameters.ts';

/** The frame at which a link pauses (null if it plays), its run's seed, and the given name. */
export interface LinkedMoment {
  readonly frame: number | null;
  readonly seed: number;
  readonly givenName: string | null;
}

export interface OpenedView {
  readonly view: RunView;
  /** The seed in the address, which overrides a draft's; null if there is none. */
  readonly seed: number | null;
  /** The project's name in the address; null if there is none. */
  readonly givenName: string | null;
}

interface ViewParameter {
  /** The text for a link; null for the default, which links omit. */
  write(moment: LinkedMoment): string | null;
  /** Applies the value to the opened source. Fails with the reason why the value is ignored. */
  apply(text: string, opened: OpenedView): Result<OpenedView>;
}

export const VIEW_PARAMETERS: Readonly<Record<ViewParameterName, ViewParameter>> = {
  frame: {
    write: ({ frame }) => (frame === null ? null : String(frame)),
    apply(text, opened) {
      const { view } = opened;
      const number = wholeNumber(text);
      if (number !== null && number <= MAX_FRAME) {
        return ok({ ...opened, view: { ...view, frame: frameAt(number, view.frame) } });
      }
      return fail(
        `The address gives the frame ${quoted(text)}, which is left out. ` +
          `Write frame= and a whole number from 0 to ${MAX_FRAME}.`,
      );
    },
  },
  seed: {
    write: ({ seed }) => (seed === DEFAULT_SEED ? null : String(seed)),
    apply(text, opened) {
      const seed = wholeNumber(text);
      if (isSeed(seed)) return ok({ ...opened, view: { ...opened.view, seed }, seed });
      return fail(
        `The address gives the random seed ${quoted(text)}, which is left out. ` +
          `Write seed= and a whole number from 0 to ${MAX_SEED}.`,
      );
    },
  },
  name: {
    write: ({ givenName }) => givenName,
    apply: (text, opened) => ok({ ...opened, givenName: givenNameFrom(text) }),
  },
};

function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null;
}

/** For another frame number, keeps only the packed inputs up to that frame. */
function frameAt(number: number, packed: PausedFrame | null): PausedFrame {
  if (packed?.number === number) return packed;
  const inputs = packed?.inputs?.filter(({ frame }) => frame <= number) ?? [];
  return { number, time: number / FIXED_RATE, ...(inputs.length > 0 && { inputs }) };
}
