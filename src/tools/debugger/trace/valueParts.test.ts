import { expect, it } from 'vitest';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import {
  array,
  bool,
  float,
  floats,
  int,
  matrix,
  struct,
} from '../../../../tests/support/tracedValues.ts';
import { shortText } from './formatValue.ts';
import { isSameValue, NOTHING, type Part, readPart, withPart, withWritten } from './valueParts.ts';
import { plainName, readWrittenName } from './writtenNames.ts';

const RAY = struct('Ray', { origin: floats(1, 2, 3), ids: array([int(5), int(6)], 4) });
const OPAQUE: TracedValue = { kind: 'opaque' };
const ENUM: TracedValue = { kind: 'enum', type: 'Mode', name: 'Fast', value: 1 };

/** The path of a name with literal indices. */
function partsOf(name: string): readonly Part[] {
  const written = readWrittenName(`root${name.replace('[?]', '')}`);
  return (written?.parts ?? []).filter((part) => part.kind !== 'computed-index');
}

it.each<[TracedValue, name: string, TracedValue, expected: string | null]>([
  [floats(1, 2, 3), '', int(4), '4'],
  [floats(1, 2, 3), '.y', float(9), '(1, 9, 3)'],
  [floats(1, 2, 3), '.b', float(9), '(1, 2, 9)'],
  [floats(1, 2, 3), '[0]', float(9), '(9, 2, 3)'],
  [floats(1, 2, 3), '.zx', floats(8, 9), '(9, 2, 8)'],
  [floats(1, 2, 3), '.w', float(9), null],
  [floats(1, 2, 3), '.xy', float(9), null],
  [floats(1, 2, 3), '[3]', float(9), null],
  [float(1), '.x', float(9), '9'],
  [bool(true), '.x', bool(false), 'false'],
  [matrix([1, 2], [3, 4]), '[1]', floats(8, 9), '((1, 2), (8, 9))'],
  [matrix([1, 2], [3, 4]), '[1].x', float(9), '((1, 2), (9, 4))'],
  [matrix([1, 2], [3, 4]), '[0][1]', float(9), '((1, 9), (3, 4))'],
  [RAY, '.origin.y', float(9), '{origin: (1, 9, 3), ids: [5, 6, … 4]}'],
  [RAY, '.ids[1]', int(9), '{origin: (1, 2, 3), ids: [5, 9, … 4]}'],
  [RAY, '.ids[3]', int(9), '{origin: (1, 2, 3), ids: [5, 6, … 4]}'],
  [RAY, '.ids[4]', int(9), null],
  [RAY, '.nothing', int(9), null],
  [ENUM, '.x', int(9), null],
  [OPAQUE, '.x', int(9), null],
])('reads and writes the same part (%#)', (value, name, written, expected) => {
  const parts = partsOf(name);
  const after = withPart(value, parts, written);
  expect(after && shortText(after)).toBe(expected);
  if (!after || name === '.ids[3]') return;
  let read: TracedValue | null = after;
  for (const part of parts) read = read && readPart(read, part);
  expect(read).toEqual(written);
});

const compose = (...records: readonly (readonly [name: string, value: TracedValue])[]) => {
  let known = NOTHING;
  for (const [name, value] of records) {
    const isUnknownElement = name.includes('?');
    known = withWritten(known, { name: `v${name}`, parts: partsOf(name), isUnknownElement, value });
  }
  const rest = known.rest.map((row) => `${row.name}=${shortText(row.value)}`);
  return [known.whole ? shortText(known.whole) : '', ...rest].join(' ');
};
it.each<[expected: string, ...records: (readonly [string, TracedValue])[]]>([
  ['(1, 2)', ['', floats(1, 2)]],
  ['(1, 9)', ['', floats(1, 2)], ['.y', float(9)]],
  [' v.y=9', ['.y', float(9)]],
  [' v.y=8', ['.y', float(9)], ['.y', float(8)]],
  [' v.x=1 v.y=2', ['.x', float(1)], ['.y', float(2)]],
  ['(1, 2)', ['.y', float(9)], ['', floats(1, 2)]],
  [' v.a=(1, 9)', ['.a', floats(1, 2)], ['.a.y', float(9)]],
  [' v.a=(1, 2)', ['.a.y', float(9)], ['.a', floats(1, 2)]],
  [' v.y=9', ['.xy', floats(1, 2)], ['.y', float(9)]],
  [' v.x=1 v.yz=(8, 9)', ['.x', float(1)], ['.y', float(2)], ['.yz', floats(8, 9)]],
  [' v.y=9', ['[1]', float(2)], ['.y', float(9)]],
  ['[?, ?] v[?]=9', ['', array([int(1), int(2)])], ['[?]', int(9)]],
  ['[?, 4]', ['', array([int(1), int(2)])], ['[?]', int(9)], ['[1]', int(4)]],
  ['[5, 6]', ['', array([int(1), int(2)])], ['[?]', int(9)], ['', array([int(5), int(6)])]],
  [
    '{a: [?], b: 2} v.a[?]=9',
    ['', struct('S', { a: array([int(1)]), b: int(2) })],
    ['.a[?]', int(9)],
  ],
  [' v[?]=9', ['[0]', int(1)], ['[?]', int(9)]],
  [' v[1]=2', ['[?]', int(9)], ['[1]', int(2)]],
  ['? v[?]=9', ['', int(1)], ['[?]', int(9)]],
])('composes the known value %s', (expected, ...records) => {
  expect(compose(...records)).toBe(expected);
});

it.each([
  [' v . x ', 'v.x'],
  ['rays[ 3u ].origin', 'rays[3].origin'],
  ['rays[0x10]', 'rays[16]'],
  ['this->seed', 'this.seed'],
  ['größe.x', 'größe.x'],
  ['a[ i  + 1 ] .x', 'a[i + 1].x'],
  ['a[b[i]]', 'a[b[i]]'],
  ['a[f(x)]', 'a[f(x)]'],
  ['a[i', 'a[i'],
  ['a.', 'a.'],
  ['(a).x', '(a).x'],
  ['f(x)\n  .y', 'f(x) .y'],
  ['', ''],
])('normalizes the name %s', (text, expected) => {
  expect(plainName(text)).toBe(expected);
});

const numbers = [int(1), ...[1, 0, -0, Number.NaN].map(float)];
const composed = [floats(1, 2), floats(1, 2, 3), array([int(1)]), matrix([1, 2], [3, 4]), RAY];
const values = [...numbers, bool(true), ...composed, ENUM, OPAQUE];
it('treats values as equal if they have the same type and the same components', () => {
  for (const [index, one] of values.entries()) {
    for (const [other, value] of values.entries()) {
      expect(isSameValue(one, structuredClone(value))).toBe(index === other);
    }
  }
});
