import { expect, it } from 'vitest';
import { changeRows } from './codeDifference.ts';
import { compareCode } from './showDifference.ts';

const lines = (...texts: string[]) => texts.join('\n');

function rowsOf(before: string, after: string) {
  return changeRows(before, after, compareCode({ target: 'HLSL', before, after }).hunks);
}

/** Prints each row with its line number and sign. */
function shown(before: string, after: string): string[] {
  const { text, signs, lines: numbers } = rowsOf(before, after);
  return text
    .split('\n')
    .map((row, at) => `${numbers[at] || ''}${'− +'[(signs[at] ?? 0) + 1]}${row}`);
}

it('puts removed lines before their replacements', () => {
  const after = lines('a;', 'x;', 'c;');
  expect(shown(lines('a;', 'b;', 'c;'), after)).toEqual(['1 a;', '−b;', '2+x;', '3 c;']);
});

it('shows lines that were removed or added at the start or end', () => {
  expect(shown(lines('a;', 'b;', 'c;'), 'b;')).toEqual(['−a;', '1 b;', '−c;']);
  expect(shown('b;', lines('a;', 'b;', 'c;'))).toEqual(['1+a;', '2 b;', '3+c;']);
});

it('leaves out line directives and repeated blank lines, and keeps the numbers of the new code', () => {
  const before = lines('a;', '#line 4', 'b;');
  const after = lines('a;', '', '#line 7 "user.slang"', '', 'x;', '', '#line 9', 'c;');
  expect(shown(before, after)).toEqual(['1 a;', '2 ', '−b;', '5+x;', '6 ', '8+c;']);
});

it('marks changed words at their places in the text', () => {
  const { text, words } = rowsOf('float a_0 = 1.0;', 'float a_0 = 2.5;');
  expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(['1.0', '2.5']);
});

it('folds unchanged rows except for three around each change', () => {
  const body = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `line${from + index};`);
  const before = lines(...body(0, 10), 'a;', ...body(10, 30), 'b;', ...body(30, 40));
  const { folds, changes } = rowsOf(before, before.replace('a;', 'x;').replace('b;', 'y;'));
  expect(changes).toEqual([10, 32]);
  expect(folds).toEqual([
    { from: 0, to: 7 },
    { from: 15, to: 29 },
    { from: 37, to: 44 },
  ]);
});
