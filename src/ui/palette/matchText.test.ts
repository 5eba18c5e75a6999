import { describe, expect, it } from 'vitest';
import { matchWord, piecesOf } from './matchText.ts';

/** The text with the matched characters in brackets; null if nothing matches. */
function shown(word: string, text: string): string | null {
  const match = matchWord(word, text);
  if (!match) return null;
  const pieces = piecesOf(text, match.offsets);
  return pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join('');
}

const scoreOf = (word: string, text: string) => matchWord(word, text)?.score ?? 0;

describe('matching a word', () => {
  it('finds the starts of words', () => {
    expect(shown('gtf', 'Go to file: noise.slang')).toBe('[G]o [t]o [f]ile: noise.slang');
    expect(shown('opcir', 'Open demo: Circle')).toBe('[Op]en demo: [Cir]cle');
    expect(shown('cm', 'countMatches')).toBe('[c]ount[M]atches');
  });

  it('prefers the start of a word to its middle', () => {
    expect(shown('run', 'Turn and run')).toBe('Turn and [run]');
    expect(shown('s', 'Resources: Step')).toBe('Resources: [S]tep');
  });

  it('prefers adjacent characters to starts of words', () => {
    expect(shown('comment', 'Comment or uncomment the selection')).toBe(
      '[Comment] or uncomment the selection',
    );
  });

  it('finds a part of a word, and a word that lacks a character', () => {
    expect(shown('ading', 'Shading')).toBe('Sh[ading]');
    expect(shown('cmpile', 'Compile')).toBe('[C]o[mpile]');
  });

  it('ignores case', () => {
    expect(shown('HLSL', 'Compile to hlsl')).toBe('Compile to [hlsl]');
  });

  it('finds nothing where characters are missing, in another order or scattered', () => {
    expect(shown('xyz', 'Compile')).toBeNull();
    expect(shown('eo', 'Code')).toBeNull();
    expect(shown('ole', 'Compile')).toBeNull();
    expect(shown('run', '')).toBeNull();
  });

  it('prefers adjacent characters', () => {
    expect(scoreOf('step', 'Step back')).toBeGreaterThan(scoreOf('step', 'Set the page'));
  });
});
