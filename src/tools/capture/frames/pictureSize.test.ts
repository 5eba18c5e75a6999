import { describe, expect, it } from 'vitest';
import { chosenSize } from './pictureSize.ts';

const LIMITS = { canvas: { width: 530, height: 475 }, maxSide: 2048 };
const custom = (width: string, height: string) =>
  chosenSize({ kind: 'custom', width, height }, LIMITS);

describe('the size of a picture', () => {
  it('is that of the canvas, a common size or a custom one', () => {
    expect(chosenSize({ kind: 'canvas' }, LIMITS)).toEqual({ ok: true, value: LIMITS.canvas });
    const size = { width: 1280, height: 720 };
    expect(chosenSize({ kind: 'common', size }, LIMITS)).toEqual({ ok: true, value: size });
    expect(custom(' 641 ', '2')).toEqual({ ok: true, value: { width: 641, height: 2 } });
  });

  it.each(['', '0', '1', '-5', '1.5', '1e3', '2049', '9'.repeat(30), 'wide'])(
    'cannot be %j',
    (width) => {
      expect(custom(width, '100')).toEqual({
        ok: false,
        error: `Width is “${width}”. Enter a whole number from 2 to 2048.`,
      });
      expect(custom('100', width)).toMatchObject({ ok: false });
    },
  );

  it('cannot exceed the device’s limit', () => {
    expect(chosenSize({ kind: 'common', size: { width: 3840, height: 2160 } }, LIMITS)).toEqual({
      ok: false,
      error:
        '3840 × 2160 is over the limit of this device, which is 2048 pixels a side. Choose a smaller size.',
    });
  });
});
