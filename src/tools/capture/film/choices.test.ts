import { describe, expect, it } from 'vitest';
import { FIRST_CHOICES, type FilmChoices, planFilm } from './choices.ts';

const LIMITS = { canvas: { width: 641, height: 361 }, maxSide: 8192 };

function plan(part: Partial<FilmChoices>) {
  return planFilm({ ...FIRST_CHOICES, ...part }, LIMITS);
}

/** The problem's message. Fails if there is no problem. */
function problem(part: Partial<FilmChoices>): string {
  const planned = plan(part);
  return planned.ok ? 'none' : `${planned.error.field}: ${planned.error.text}`;
}

describe('a planned film', () => {
  it('has the size of the picture and the chosen frames', () => {
    expect(plan({ rate: 30 })).toMatchObject({
      ok: true,
      value: {
        ...{ size: LIMITS.canvas, range: { first: 0, count: 150, rate: 30 } },
        ...{ format: { id: 'webm-vp9' }, note: null },
      },
    });
    expect(plan({ rangeBy: 'seconds', start: '1.5', duration: '2' })).toMatchObject({
      value: { range: { first: 90, count: 120, rate: 60 } },
    });
  });

  it('says how the size was rounded for a codec that needs even numbers', () => {
    expect(plan({ format: 'mp4-avc' })).toMatchObject({
      value: {
        size: { width: 640, height: 360 },
        note: 'H.264 needs even sizes: the film has 640 × 360 pixels instead of 641 × 361.',
      },
    });
    expect(plan({ format: 'mp4-avc', size: '1280×720' })).toMatchObject({ value: { note: null } });
  });

  it('has the picture’s size and no range if it is recorded', () => {
    expect(plan({ way: 'record', size: '1920×1080', firstFrame: 'x' })).toMatchObject({
      value: { range: null, size: LIMITS.canvas },
    });
  });

  it('explains an invalid range', () => {
    expect([
      problem({ firstFrame: '' }),
      problem({ lastFrame: '2.5' }),
      problem({ firstFrame: '9', lastFrame: '8' }),
      problem({ lastFrame: '216000' }),
      problem({ lastFrame: '2147483648' }),
      problem({ rangeBy: 'seconds', start: 'soon' }),
      problem({ rangeBy: 'seconds', start: '-1' }),
      problem({ rangeBy: 'seconds', duration: '0' }),
      problem({ rangeBy: 'seconds', duration: '1e9' }),
    ]).toMatchInlineSnapshot(`
      [
        "range: The first frame is “”. Enter a whole number from 0 to 2,147,483,647.",
        "range: The last frame is “2.5”. Enter a whole number from 0 to 2,147,483,647.",
        "range: The last frame, 8, comes before the first one, 9. Swap them.",
        "range: The film would have 216,001 frames. Choose a range of at most 216,000.",
        "range: The last frame is “2147483648”. Enter a whole number from 0 to 2,147,483,647.",
        "range: The start is “soon”. Enter seconds from 0 to 35,787,794.",
        "range: The start is “-1”. Enter seconds from 0 to 35,787,794.",
        "range: The duration is “0”. Enter seconds, more than 0.",
        "range: The film would have 60,000,000,000 frames. Choose a range of at most 216,000.",
      ]
    `);
  });

  it('explains an invalid size', () => {
    const rule = 'Enter a whole number from 2 to 8192.';
    expect(problem({ size: 'custom', width: '0' })).toBe(`size: Width is “0”. ${rule}`);
    expect(problem({ size: 'custom', height: '9000' })).toBe(`size: Height is “9000”. ${rule}`);
    const small = planFilm({ ...FIRST_CHOICES, size: '3840×2160' }, { ...LIMITS, maxSide: 2048 });
    const text =
      '3840 × 2160 is over the limit of this device, which is 2048 pixels a side. Choose a smaller size.';
    expect(small).toEqual({ ok: false, error: { field: 'size', text } });
  });
});
