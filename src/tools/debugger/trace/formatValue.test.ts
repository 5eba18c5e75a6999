import { describe, expect, it } from 'vitest';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { toHalf } from '#core/util/half.ts';
import {
  array,
  bool,
  float,
  floats,
  half,
  int,
  matrix,
  number,
  struct,
  uint,
  vector,
} from '../../../../tests/support/tracedValues.ts';
import { colorOf, fullText, hasNonFinite, shortText, typeText } from './formatValue.ts';

const ENUM: TracedValue = { kind: 'enum', type: 'Mode', name: 'Fast', value: 1 };
const UNKNOWN_CASE: TracedValue = { kind: 'enum', type: 'Mode', name: null, value: 9 };
const OPAQUE: TracedValue = { kind: 'opaque' };

describe('the text of a value', () => {
  const cases: readonly [value: TracedValue, short: string, full: string, type: string][] = [
    [float(0), '0', '0', 'float'],
    [float(-0), '-0', '-0', 'float'],
    [float(1 / 3), '0.3333', '0.33333334', 'float'],
    [float(0.1), '0.1', '0.1', 'float'],
    [float(16777216), '1.678e7', '16777216', 'float'],
    [float(1234.56), '1235', '1234.56', 'float'],
    [float(0.00001234), '0.00001234', '0.00001234', 'float'],
    [float(1e-7), '1e-7', '1e-7', 'float'],
    [float(3.4028234663852886e38), '3.403e38', '3.4028235e38', 'float'],
    [float(Number.NaN), 'NaN', 'NaN', 'float'],
    [float(Number.POSITIVE_INFINITY), '∞', '∞', 'float'],
    [float(Number.NEGATIVE_INFINITY), '−∞', '−∞', 'float'],
    [half(0.1), '0.09998', '0.1', 'half'],
    [int(-123456789), '-123456789', '-123456789', 'int'],
    [uint(4294967295), '4294967295', '4294967295', 'uint'],
    [floats(1, 2, 3), '(1, 2, 3)', '(1, 2, 3)', 'float3'],
    [vector(half(1), half(0.5)), '(1, 0.5)', '(1, 0.5)', 'half2'],
    [vector(bool(true), bool(false)), '(true, false)', '(true, false)', 'bool2'],
    [matrix([1, 2, 3], [4, 5, 6]), '((1, 2, 3), (4, 5, 6))', '((1, 2, 3), (4, 5, 6))', 'float2x3'],
    [array([int(1), int(2), int(3), int(4)]), '[1, 2, 3, 4]', '[1, 2, 3, 4]', 'int[4]'],
    [array([1, 2, 3, 4, 5].map(int), 64), '[1, 2, 3, … 64]', '[1, 2, 3, 4, 5, … 64]', 'int[64]'],
    [array([array([int(1)]), array([int(2)])]), '[[1], [2]]', '[[1], [2]]', 'int[2][1]'],
    [array([], 0), '[]', '[]', '?[0]'],
    [struct('Ray', { x: int(1), y: int(2) }), '{x: 1, y: 2}', '{x: 1, y: 2}', 'Ray'],
    [
      struct('Ray', { origin: floats(1, 2, 3), direction: floats(0, 0, 1), length: float(8) }),
      '{origin: (1, 2, 3), …}',
      '{origin: (1, 2, 3), direction: (0, 0, 1), length: 8}',
      'Ray',
    ],
    [
      struct('Ray', { origin: array([1, 2].map((value) => floats(value, 0.25, 0.125, 0.5))) }),
      '{origin: [(1, 0.25, 0.125, 0.5), (2, 0…}',
      '{origin: [(1, 0.25, 0.125, 0.5), (2, 0.25, 0.125, 0.5)]}',
      'Ray',
    ],
    [ENUM, 'Fast', 'Fast', 'Mode'],
    [UNKNOWN_CASE, 'Mode(9)', 'Mode(9)', 'Mode'],
    [OPAQUE, '?', '?', '?'],
  ];
  it.each(cases.map((row) => [row[2], row] as const))('%s', (_, [value, short, full, type]) => {
    expect([shortText(value), fullText(value), typeText(value)]).toEqual([short, full, type]);
  });

  it('writes floats so that they parse back to the same value', () => {
    const bits = new Uint32Array(1);
    const floatOf = new Float32Array(bits.buffer);
    for (let index = 0; index < 2000; index += 1) {
      bits[0] = Math.imul(index, 2654435761);
      const value = floatOf[0] ?? 0;
      if (!Number.isFinite(value)) continue;
      expect(Math.fround(Number(fullText(float(value))))).toBe(value);
    }
  });

  it('writes halves so that they parse back to the same value', () => {
    for (let mantissa = 0; mantissa < 1024; mantissa += 7) {
      for (let exponent = -24; exponent < 15; exponent += 1) {
        const value =
          exponent === -24 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** exponent;
        const rounded = toHalf(value);
        expect(toHalf(Number(fullText(half(rounded))))).toBe(rounded);
      }
    }
  });
});

const orange = floats(1, 0.5, 0);
it.each([
  ['skyColor', orange, 'rgb(255 128 0)'],
  ['base_colour2', orange, 'rgb(255 128 0)'],
  ['RGBA', floats(0, 0, 0, 1), 'rgb(0 0 0)'],
  ['material.albedo', orange, 'rgb(255 128 0)'],
  ['palette[i]', orange, 'rgb(255 128 0)'],
  ['image[p].rgb', orange, 'rgb(255 128 0)'],
  ['tint.xyz', orange, 'rgb(255 128 0)'],
  ['return', floats(1, 0.5, 0, 1), 'rgb(255 128 0)'],
  ['result', floats(1.004, -0.004, 0, 1), 'rgb(255 0 0)'],
  ['return', orange, null],
  ['position', orange, null],
  ['column', orange, null],
  ['color', floats(1, 2, 0), null],
  ['color', floats(1, Number.NaN, 0), null],
  ['color', floats(1, 0), null],
  ['color', vector(int(1), int(0), int(0)), null],
  ['color', float(1), null],
])('chooses the swatch of %s by its name and value', (name, value, expected) => {
  expect(colorOf(name, value)).toBe(expected);
});

const nan = number('float', Number.NaN);
it.each<[TracedValue, boolean]>([
  [nan, true],
  [float(1), false],
  [vector(float(0), nan), true],
  [array([float(0), float(Number.POSITIVE_INFINITY)]), true],
  [matrix([1, 2], [3, Number.NEGATIVE_INFINITY]), true],
  [struct('A', { b: struct('B', { c: nan }) }), true],
  [struct('A', { b: bool(true), c: OPAQUE, d: ENUM }), false],
])('finds non-finite values at any depth (%#)', (value, expected) => {
  expect(hasNonFinite(value)).toBe(expected);
});
