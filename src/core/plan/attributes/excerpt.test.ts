import { describe, expect, it } from 'vitest';
import { linesFrom } from './excerpt.ts';

const SOURCE = 'first\n    second\n\n        third\nfourth\n';

describe('linesFrom', () => {
  it('starts at the first line with the prefix and removes the common indentation', () => {
    expect(linesFrom(SOURCE, 'second', 3)).toEqual(['second', '', '    third']);
    expect(linesFrom(SOURCE, 'first', 2)).toEqual(['first', '    second']);
  });

  it('throws if the source does not have the lines', () => {
    expect(() => linesFrom(SOURCE, 'fifth', 1)).toThrow('The source has no 1 lines from "fifth".');
    expect(() => linesFrom(SOURCE, 'fourth', 3)).toThrow('no 3 lines from "fourth"');
  });
});
