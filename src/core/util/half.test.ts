import { describe, expect, it } from 'vitest';
import { halfBits, halfFromBits, toHalf } from './half.ts';

describe('a half-precision float', () => {
  it('has a value for its bits', () => {
    const bits = [0x0000, 0x8000, 0x0001, 0x03ff, 0x0400, 0x3555, 0x3c00, 0xc000, 0x7bff];
    const values = [0, -0, 2 ** -24, 1023 * 2 ** -24, 2 ** -14, 0.333251953125, 1, -2, 65_504];
    expect(bits.map(halfFromBits)).toEqual(values);
    const others = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
    expect([0x7c00, 0xfc00, 0x7e00].map(halfFromBits)).toEqual(others);
    expect(others.map(halfBits)).toEqual([0x7c00, 0xfc00, 0x7e00]);
  });

  it.each([
    ['ties to the even one below', 1 + 2 ** -11, 1],
    ['ties to the even one above', 1 + 3 * 2 ** -11, 1 + 2 ** -9],
    ['up into the next exponent', 2 - 2 ** -12, 2],
    ['from denormal to normal', 2 ** -14 - 2 ** -26, 2 ** -14],
    ['to the nearest denormal', 5.96e-8, 2 ** -24],
    ['small numbers to 0', 2 ** -25, 0],
    ['large numbers to the largest', 65_519, 65_504],
    ['larger ones to infinity', 65_520, Number.POSITIVE_INFINITY],
    ['negative ones to negative infinity', -70_000, Number.NEGATIVE_INFINITY],
  ])('rounds %s', (_, value, rounded) => {
    expect(toHalf(value)).toBe(rounded);
  });
});
