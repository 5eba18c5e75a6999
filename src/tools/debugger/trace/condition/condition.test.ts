import { describe, expect, it } from 'vitest';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import {
  array,
  bool,
  float,
  floats,
  half,
  int,
  matrix,
  struct,
  uint,
  vector,
} from '../../../../../tests/support/tracedValues.ts';
import { evaluatePath, holds, unknownNames } from './evaluate.ts';
import { parseCondition, parseWatch } from './parseCondition.ts';

const FAST: TracedValue = { kind: 'enum', type: 'Mode', name: 'Fast', value: 1 };

const VALUES: Readonly<Record<string, TracedValue>> = {
  k: int(4),
  u: uint(3),
  d: float(0.1),
  h: half(0.1),
  nan: float(Number.NaN),
  inf: float(Number.NEGATIVE_INFINITY),
  hit: bool(true),
  v: floats(3, 4, 0),
  w: floats(0, 4, 1),
  broken: floats(0, Number.NaN, 0),
  bits: vector(bool(true), bool(false)),
  m: matrix([1, 2], [3, 4]),
  cells: array([int(7), int(8), int(9), int(10), int(11)], 64),
  ray: struct('Ray', { origin: floats(1, 2, 3), id: int(9) }),
  mode: FAST,
  'Mode.Fast': FAST,
  'Mode.Slow': { kind: 'enum', type: 'Mode', name: 'Slow', value: 0 },
  'this.seed': uint(5),
  secret: { kind: 'opaque' },
};

const lookup = (name: string) => (Object.hasOwn(VALUES, name) ? (VALUES[name] ?? null) : null);

it.each([
  'k > 3 && d < 0.2',
  'k == 4 && k != 5 && k >= 4 && k <= 4 && !(k < 4)',
  'd == 0.1 && d == 0.1f && d == 1e-1 && h == 0.1h',
  'k == 0x4 && k == 4u',
  'hit',
  'hit == true && !(hit == false)',
  'k',
  '-k == -4 && +k == 4 && ~k == -5 && --k == 4',
  'k + 2 * 3 == 10 && (k + 2) * 3 == 18',
  '10 - 3 - 2 == 5',
  'k / 3 == 1 && -7 / 2 == -3 && -7 % 4 == -3 && k % 2 == 0',
  'd * 10 == 1',
  'u - 4 > 1000000',
  'u > -1',
  'k & 4',
  '(k | 3) == 7 && (k ^ 1) == 5',
  'k << 2 == 16 && k >> 1 == 2',
  'k > 5 || d < 1',
  'hit || unknown',
  'v.x == 3 && v.y > v.x && v.yx.x == 4 && v[1] == 4',
  'length(v) == 5 && length(v.xy) == 5 && length(k) == 4',
  'v == v',
  'any(v == w) && !all(v == w)',
  'any(bits) && !all(bits)',
  'all(v + 1 > 0) && all(min(v, w) <= v)',
  'm[1][0] == 3 && m[1].y == 4',
  'cells[2] == 9 && cells[k] == 11 && cells[k - 3] == 8',
  'ray.origin.z == 3 && ray.origin.xy.y == 2 && ray . id == 9',
  'mode == Mode.Fast && mode != Mode.Slow && mode == 1',
  'this.seed == 5',
  'isnan(nan) && isnan(broken) && !isnan(v)',
  'isinf(inf) && !isinf(nan)',
  'abs(-3) == 3 && abs(inf) > 1e30',
  'min(k, 2) == 2 && max(d, k) == 4',
  'nan != nan',
])('the condition %s holds', (text) => {
  const parsed = parseCondition(text);
  expect(parsed.ok && holds(parsed.value, lookup)).toBe(true);
});

it.each([
  'k > 4 || false || 0 || !hit',
  'unknown',
  '!unknown',
  'unknown || hit',
  'hit && unknown',
  'k == unknown.x',
  'v.nothing == 0',
  'v[7] == 0',
  'cells[40] == 0',
  'k / 0 == 0',
  'k % 0 == 0',
  'd & 1',
  'v == floatless',
  'v + bits == v',
  'v > ray',
  'secret == secret',
  'secret',
  'ray',
  'nan == nan || nan > 0',
  'v == w',
  'abs(hit)',
  'min(k, hit) < 9',
  'length(ray) > 0',
  'any(ray)',
])('the condition %s does not hold', (text) => {
  const parsed = parseCondition(text);
  expect(parsed.ok && !holds(parsed.value, lookup)).toBe(true);
});

describe('texts that are not conditions', () => {
  it.each([
    ['', 'Expected a value at column 1, but the text ends.'],
    ['k >', 'Expected a value at column 4, but the text ends.'],
    ['k > )', 'Expected a value at column 5, but “)” was found.'],
    ['(k > 3', 'Expected ) at column 7, but the text ends.'],
    ['k > 3)', 'Expected an operator or the end at column 6, but “)” was found.'],
    ['k = 3', 'A condition cannot assign: use == instead of = at column 3.'],
    ['0 < k < 3', 'Comparisons cannot be chained: join two with && at column 7.'],
    ['v. == 1', 'Expected the name of a member at column 4, but “==” was found.'],
    ['v[1 == 1', 'Expected ] at column 9, but the text ends.'],
    ['min(k)', 'Expected , at column 6, but “)” was found.'],
    [
      'sin(k) > 0',
      'A condition cannot call sin at column 1; it can call abs, min, max, length, isnan, isinf, any, all.',
    ],
    ['toString(k)', expect.stringContaining('cannot call toString at column 1')],
    ['k > “3”', 'Expected a value at column 5, but ““” was found.'],
    [`${'('.repeat(60)}k`, 'Too many parentheses are open at column 41.'],
    [`${'!'.repeat(60)}k`, expect.stringContaining('Expected a value')],
    [`k${'+k'.repeat(600)}`, 'Shorten this: at most 1,000 characters are allowed.'],
  ])('%s', (text, error) => {
    expect(parseCondition(text)).toEqual({ ok: false, error });
  });

  it('reads a comparison in parentheses as a value', () => {
    expect(parseCondition('(k < 3) == true').ok).toBe(true);
  });
});

it.each([
  ['k > x && y.z < x', ['x', 'y.z']],
  ['mode == Mode.Other', ['Mode.Other']],
  ['cells[i].x + abs(j) > -m', ['i', 'j']],
  ['this.seed > 0', []],
])('finds the unknown names in %s', (text, expected) => {
  const parsed = parseCondition(text);
  expect(parsed.ok && unknownNames(parsed.value, (name) => lookup(name) !== null)).toEqual(
    expected,
  );
});

describe('watched names', () => {
  it.each([
    ['ray.origin.y', float(2)],
    [' ray.origin.xy ', floats(1, 2)],
    ['cells[k]', int(11)],
    ['Mode.Fast', FAST],
    ['nothing', null],
    ['ray.nothing', null],
  ])('%s', (text, expected) => {
    const parsed = parseWatch(text);
    expect(parsed.ok && evaluatePath(parsed.value, lookup)).toEqual(expected);
  });

  it.each([
    ['', 'Expected the name of a variable at column 1, but the text ends.'],
    ['3', 'Expected the name of a variable at column 1, but “3” was found.'],
  ])('rejects “%s”', (text, error) => {
    expect(parseWatch(text)).toEqual({ ok: false, error });
  });
});
