import { describe, expect, it } from 'vitest';
import { linesFrom } from './excerpt.ts';

const SOURCE = 'first\n    second\n\n        third\nfourth\n';

describe('lines of a source', () => {
  it('come from the first that begins so, without the indentation that they share', () => {
    expect(linesFrom(SOURCE, 'second', 3)).toEqual(['second', '', '    third']);
    expect(linesFrom(SOURCE, 'first', 2)).toEqual(['first', '    second']);
  });

  it('have to be there', () => {
    expect(() => linesFrom(SOURCE, 'fifth', 1)).toThrow('The source has no 1 lines from "fifth".');
    expect(() => linesFrom(SOURCE, 'fourth', 3)).toThrow('no 3 lines from "fourth"');
  });
});
