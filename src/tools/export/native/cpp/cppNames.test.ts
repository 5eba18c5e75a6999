import { describe, expect, it } from 'vitest';
import { cppComment, cppFloat, cppIdentifier, cppString, createCppNames } from './cppNames.ts';

it.each([
  ['ocean', 'ocean'],
  ['game-of-life', 'game_of_life'],
  ['3d', 'n_3d'],
  ['class', 'n_class'],
  ['__hidden__name', 'hidden_name'],
  ['', 'unnamed'],
  ['λ', 'unnamed'],
])('%j becomes the identifier %s', (name, identifier) => {
  expect(cppIdentifier(name)).toBe(identifier);
});

it('gives equal names different identifiers', () => {
  const nameFor = createCppNames(['spirv']);
  expect(['a.b', 'a b', 'spirv'].map(nameFor)).toEqual(['a_b', 'a_b2', 'spirv2']);
});

describe('texts', () => {
  it('are literals that work in any encoding, without trigraphs', () => {
    expect(cppString('a"b\\\n?\u00e4\0')).toBe('"a\\"b\\\\\\n\\077\\303\\244\\000"');
  });

  it('stay within a line comment', () => {
    expect(cppComment('a\nb\u2028c \\\\ ')).toBe('a b c ');
  });
});

it.each([
  [0, '0.0f'],
  [0.1, '0.1f'],
  [-2, '-2.0f'],
  [1e-10, '1e-10f'],
  [Number.NaN, '0.0f'],
])('the number %d is %s', (value, literal) => {
  expect(cppFloat(value)).toBe(literal);
});
