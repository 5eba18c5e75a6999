import { describe, expect, it } from 'vitest';
import { comparisonText, differenceText, pinText } from './CompareOverlay.tsx';
import type { Comparison, PictureOrigin, Pin } from './state.ts';

const ORIGIN = { frame: 120, seconds: 2, code: 'a', values: { level: [0.5], tint: [1, 0, 0] } };
const PIXELS = { width: 2, height: 1, bytes: new Uint8ClampedArray(8) };
const PIN: Pin = { origin: ORIGIN, uri: '', pixels: PIXELS };
const EQUAL = { largest: 0, mean: 0 };
const comparedWith = (change: Partial<PictureOrigin>): Comparison => ({
  kind: 'computed',
  difference: EQUAL,
  live: { ...ORIGIN, ...change },
});

describe('the pin’s label', () => {
  const NOTHING: Comparison = { kind: 'none' };

  it.each([
    [{ pin: null, isPinning: false, comparison: NOTHING }, 'Nothing is pinned.'],
    [{ pin: PIN, isPinning: true, comparison: NOTHING }, 'Pinning…'],
    [{ pin: PIN, isPinning: false, comparison: NOTHING }, 'Pinned: frame 120, 2.00 s'],
  ])('for %o', (state, text) => {
    expect(pinText(state)).toBe(text);
  });

  it.each([
    [{ frame: 121, seconds: 2.1 }, ''],
    [{ code: 'b' }, ' (other source)'],
    [{ values: { tint: [1, 0, 0], level: [0.5] } }, ''],
    [{ values: { ...ORIGIN.values, tint: [1, 1, 0] } }, ' (other uniform values)'],
    [{ code: 'b', values: { level: [0.5], size: [2] } }, ' (other source)'],
    [{ code: 'b', values: { level: [1] } }, ' (other source and uniform values)'],
  ])('says what differs when the frame has %o', (change, text) => {
    const state = { pin: PIN, isPinning: false, comparison: comparedWith(change) };
    expect(pinText(state)).toBe(`Pinned: frame 120, 2.00 s${text}`);
  });
});

describe('the difference as text', () => {
  it.each([
    [EQUAL, 'equal'],
    [{ largest: 37, mean: 1.24 }, 'largest 37 of 255, mean 1.2'],
    [{ largest: 102, mean: 34 }, 'largest 102 of 255, mean 34'],
    [{ largest: 1, mean: 0.0213 }, 'largest 1 of 255, mean 0.02'],
    [{ largest: 1, mean: 0.000001 }, 'largest 1 of 255, mean below 0.001'],
  ])('for %o', (difference, text) => {
    expect(differenceText(difference)).toBe(text);
  });

  it.each<readonly [Comparison, string]>([
    [{ kind: 'none' }, ''],
    [comparedWith({}), 'equal'],
    [
      { kind: 'sizes differ', live: { width: 4, height: 3 } },
      'Not computed: pinned at 2 × 1, now 4 × 3. Pin again.',
    ],
    [{ kind: 'failed', reason: 'Not computed: no memory.' }, 'Not computed: no memory.'],
  ])('says why there is no difference: %o', (comparison, text) => {
    expect(comparisonText(comparison, PIN)).toBe(text);
  });
});
