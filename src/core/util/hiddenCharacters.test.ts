import { expect, it } from 'vitest';
import { findHiddenCharacters, hiddenText } from './hiddenCharacters.ts';

it.each([
  ['a right-to-left override', 'if (a) {\u202e} // check', 8, ['U+202E']],
  ['isolates and marks', 'x\u2066y\u2069z\u2066\u200f', 1, ['U+2066', 'U+2069', 'U+200F']],
  ['a zero-width space in a name', 'co\u200blor', 2, ['U+200B']],
  ['a joiner between letters', 'a\u200db', 1, ['U+200D']],
  ['a Hangul filler', 'a\u3164', 1, ['U+3164']],
  ['tags beyond the BMP', 'a\u{e0041}', 1, ['U+E0041']],
  ['a variation selector after a letter', 'a\ufe0f', 1, ['U+FE0F']],
  ['a NUL and an escape', '\0\u001b', 0, ['U+0000', 'U+001B']],
  ['an invisible operator', 'f\u2062(x)', 1, ['U+2062']],
])('finds %s', (_, text, first, names) => {
  expect(findHiddenCharacters(text)).toMatchObject({ first, names });
});

it.each([
  ['plain code', 'float4 a = b;\n\tc();\r\n'.replaceAll('\r', '')],
  ['letters of any script', 'Ünïcode ⇒ שלום مرحبا 你好'],
  ['Persian with non-joiners', 'می\u200cخواهم'],
  ['emoji sequences', '👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3'],
])('finds nothing in %s', (_, text) => {
  expect(findHiddenCharacters(text)).toBeNull();
});

it('counts up to a thousand characters', () => {
  expect(findHiddenCharacters('\u202e\u202e \u200b')?.count).toBe(3);
  expect(findHiddenCharacters('\u202e'.repeat(1_000_000))?.count).toBe(1000);
});

it.each([
  [1, ['U+200B'], 'an invisible character (U+200B)'],
  [7, ['U+202E', 'U+200B'], '7 invisible characters (U+202E, U+200B)'],
  [1000, ['A', 'B', 'C', 'D'], 'at least 1000 invisible characters (A, B, C, …)'],
])('describes %d hidden characters', (count, names, text) => {
  expect(hiddenText({ count, names })).toBe(text);
});
