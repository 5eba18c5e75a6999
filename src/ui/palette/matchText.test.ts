import { expect, it } from 'vitest';
import { matchWord, piecesOf } from './matchText.ts';

/** The text with the matched characters in brackets; null if nothing matches. */
function shown(word: string, text: string): string | null {
  const match = matchWord(word, text);
  if (!match) return null;
  const pieces = piecesOf(text, match.offsets);
  return pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join('');
}

it.each([
  ['the starts of words', 'gtf', 'Go to file: noise.slang', '[G]o [t]o [f]ile: noise.slang'],
  ['several characters of a start', 'opcir', 'Open demo: Circle', '[Op]en demo: [Cir]cle'],
  ['capitals within a word', 'cm', 'countMatches', '[c]ount[M]atches'],
  ['the start of a word rather than its middle', 'run', 'Turn and run', 'Turn and [run]'],
  ['one character at a start', 's', 'Resources: Step', 'Resources: [S]tep'],
  [
    'adjacent characters rather than starts',
    'comment',
    'Comment or uncomment the selection',
    '[Comment] or uncomment the selection',
  ],
  ['a part of a word', 'ading', 'Shading', 'Sh[ading]'],
  ['a word that lacks a character', 'cmpile', 'Compile', '[C]o[mpile]'],
  ['another case', 'HLSL', 'Compile to hlsl', 'Compile to [hlsl]'],
])('a match finds %s', (_, word, text, expected) => {
  expect(shown(word, text)).toBe(expected);
});

it.each([
  ['xyz', 'Compile'],
  ['eo', 'Code'],
  ['ole', 'Compile'],
  ['run', ''],
])('a match needs all characters in order and close together: no %s in %j', (word, text) => {
  expect(shown(word, text)).toBeNull();
});

it('a match of adjacent characters scores higher', () => {
  const scoreOf = (text: string) => matchWord('step', text)?.score ?? 0;
  expect(scoreOf('Step back')).toBeGreaterThan(scoreOf('Set the page'));
});
