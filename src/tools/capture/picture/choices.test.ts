import { describe, expect, it } from 'vitest';
import { type PictureChoices, planPicture } from './choices.ts';
import { FIRST_CHOICES } from './state.ts';

const LIMITS = { canvas: { width: 530, height: 475 }, maxSide: 8192 };
const plan = (part: Partial<PictureChoices>) =>
  planPicture({ ...FIRST_CHOICES, frames: 'range', ...part }, LIMITS);
const framesOf = (part: Partial<PictureChoices>) => {
  const planned = plan(part);
  return planned.ok && planned.value.kind === 'sequence' ? planned.value.frames : planned;
};

describe('the plan of a picture', () => {
  it('has the current frame', () => {
    expect(plan({ frames: 'one', frame: '8' })).toEqual({
      ok: true,
      value: {
        ...{ kind: 'picture', frame: 8, size: LIMITS.canvas, keepsAlpha: false },
        ...{ includesProject: true, name: 'shader' },
      },
    });
  });

  it('has every nth frame of a range, including both ends', () => {
    expect(framesOf({ from: '4', to: '4' })).toEqual([4]);
    expect(framesOf({ from: '0', to: '6', every: '3' })).toEqual([0, 3, 6]);
    expect(framesOf({ from: '1', to: '5', every: '3' })).toEqual([1, 4]);
  });

  it.each<[Partial<PictureChoices>, string]>([
    [{ from: '9', to: '3' }, 'The last frame, 3, comes before the first one, 9. Swap them.'],
    [{ from: '-1' }, 'The first frame is “-1”. Enter a whole number from 0 to 2147483647.'],
    [{ to: '9e9' }, 'The last frame is “9e9”. Enter a whole number from 0 to 2147483647.'],
    [{ every: '0' }, '“Every” is “0”. Enter a whole number of at least 1.'],
    [
      { from: '0', to: '99999' },
      'The range has 100,000 frames, but a zip holds at most 65,535. Choose fewer.',
    ],
    [
      { frames: 'one', frame: '2147483648' },
      'Frame is “2147483648”. Enter a whole number from 0 to 2147483647.',
    ],
  ])('rejects %j', (part, error) => {
    expect(plan(part)).toEqual({ ok: false, error });
  });
});
