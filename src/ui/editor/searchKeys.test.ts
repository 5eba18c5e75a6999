import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { placeOfLine } from './searchKeys.ts';

const DOC = Text.of(['one', 'two', 'three', 'four']);
const IN_TWO = 5;

/** The line and column that this input leads to from line 2. */
function enter(entered: string): readonly [number, number] | null {
  const place = placeOfLine(DOC, IN_TWO, entered);
  if (place === null) return null;
  const { number, from } = DOC.lineAt(place);
  return [number, place - from];
}

it.each<[string, Readonly<Record<string, readonly [line: number, column: number]>>]>([
  ['a number, also relative to the line', { 3: [3, 0], ' 3 ': [3, 0], '+2': [4, 0], '-1': [1, 0] }],
  ['a percentage of the text', { '50%': [2, 0], '100%': [4, 0] }],
  ['with a column', { '3:2': [3, 2] }],
  ['clamped', { 0: [1, 0], '-9': [1, 0], '99999999999999999999': [4, 0], '1:99': [1, 3] }],
])('the line to go to is %s', (_, places) => {
  const found = Object.keys(places).map((entered) => [entered, enter(entered)]);
  expect(Object.fromEntries(found)).toEqual(places);
});

it.each(['', '+', 'one', '1.5', '3:', '--1'])('the line to go to is null for “%s”', (entered) => {
  expect(enter(entered)).toBeNull();
});
