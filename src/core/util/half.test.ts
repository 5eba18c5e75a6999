import { describe, expect, it } from 'vitest';
import { halfBits, halfFromBits, toHalf } from './half.ts';

describe('a half-precision float', () => {
  it.each([
    [0x0000, 0],
    [0x8000, -0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65_504],
    [0x7c00, Number.POSITIVE_INFINITY],
    [0xfc00, Number.NEGATIVE_INFINITY],
    [0x7e00, Number.NaN],
  ])('with bits %i is %d', (bits, value) => {
    expect(halfFromBits(bits)).toBe(value);
    expect(halfBits(value)).toBe(bits);
  });

  it('keeps its bits for every number', () => {
    const lost = Array.from({ length: 0x10000 }, (_, bits) => bits).filter((bits) => {
      const value = halfFromBits(bits);
      return !Number.isNaN(value) && halfBits(value) !== bits;
    });
    expect(lost).toEqual([]);
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
