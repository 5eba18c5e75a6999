import { expect, it } from 'vitest';
import { cppComment, cppFloat, cppIdentifier, cppString, createCppNames } from './cppNames.ts';

it('names become identifiers', () => {
  const names = ['ocean', 'game-of-life', '3d', 'class', '__hidden__name', '', 'λ'];
  expect(names.map(cppIdentifier)).toEqual([
    ...['ocean', 'game_of_life', 'n_3d', 'n_class', 'hidden_name', 'unnamed', 'unnamed'],
  ]);
});

it('gives equal names different identifiers', () => {
  const nameFor = createCppNames(['spirv']);
  expect(['a.b', 'a b', 'spirv'].map(nameFor)).toEqual(['a_b', 'a_b2', 'spirv2']);
});

it('texts are literals without trigraphs in any encoding, or stay within a line comment', () => {
  expect(cppString('a"b\\\n?\u00e4\0')).toBe('"a\\"b\\\\\\n\\077\\303\\244\\000"');
  expect(cppComment('a\nb\u2028c \\\\ ')).toBe('a b c ');
});

it('numbers are float literals', () => {
  const literals = [0, 0.1, -2, 1e-10, Number.NaN].map(cppFloat);
  expect(literals).toEqual(['0.0f', '0.1f', '-2.0f', '1e-10f', '0.0f']);
});
