import { describe, expect, it } from 'vitest';
import {
  committedNumber,
  liveNumber,
  movingNumber,
  shortFloat,
  sliderStep,
} from './sliderNumbers.ts';

describe('a slider', () => {
  it('has 200 steps without rounding noise', () => {
    expect([sliderStep(0, 1), sliderStep(-10, 10), sliderStep(0.1, 0.3)]).toEqual([
      ...[0.005, 0.1, 0.001],
    ]);
  });

  it('displays numbers with float32 precision', () => {
    const shown = [0.1, 1 / 3, 0.25, -2.5e-7, 16_777_216, 0].map(Math.fround).map(shortFloat);
    expect(shown).toEqual([0.1, 0.33333334, 0.25, -2.5e-7, 16_777_216, 0]);
  });

  it('displays each float32 as a number that rounds to the same float32', () => {
    for (let bits = 1; bits < 0x7f00_0000; bits += 9_876_543) {
      const value = new DataView(new Uint32Array([bits]).buffer).getFloat32(0, true);
      expect(Math.fround(shortFloat(value))).toBe(value);
    }
  });
});

describe('a number field', () => {
  it('applies typed text only while it is a number in the range', () => {
    const live = (text: string) => liveNumber(text, 0, 1);
    expect(['0.5', '1e-1'].map(live)).toEqual([0.5, 0.1]);
    const invalid = ['7', '-1', '', '-', 'x', '1e999', 'Infinity'].map(live);
    expect(new Set(invalid)).toEqual(new Set([null]));
  });

  it('clamps the number after typing, and rejects text that is not a number', () => {
    const committed = (text: string) => committedNumber(text, 0, 1);
    expect(['0.5', '7', '-1'].map(committed)).toEqual([0.5, 1, 0]);
    expect(['', '-', 'NaN', '1e999'].map(committed)).toEqual([null, null, null, null]);
  });

  it('displays an animated number with a constant number of digits', () => {
    const shown = [0, 1 / 3, 0.5].map((value) => movingNumber(value, 0.005));
    expect(shown).toEqual(['0.000', '0.333', '0.500']);
    expect(movingNumber(12.34, 5)).toBe('12');
    expect(movingNumber(1.23456e-12, 1e-14)).toBe('1.235e-12');
    expect(movingNumber(1, 0)).toBe('1.000');
  });
});
