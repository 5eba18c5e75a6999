import { describe, expect, it } from 'vitest';
import { findLineDirectives, withoutLineDirectives } from './lineDirectives.ts';

const SOURCE = [
  '#line 100',
  ' # line 7 "a/b c.slang" // generated',
  '#line default',
  'int line = 1; // #line 3',
  '#lines 5',
].join('\n');

describe('#line directives', () => {
  it('are found with their numbers and names', () => {
    expect(findLineDirectives(SOURCE)).toEqual([
      { from: 0, to: 9, number: 100, name: null },
      { from: 10, to: 33, number: 7, name: 'a/b c.slang' },
      { from: 47, to: 60, number: null, name: null },
    ]);
  });

  it('are blanked without moving other text', () => {
    const blanked = withoutLineDirectives(SOURCE);
    expect(blanked).toHaveLength(SOURCE.length);
    expect(blanked.split('\n').map((line) => line.trim())).toEqual([
      '',
      '// generated',
      '',
      'int line = 1; // #line 3',
      '#lines 5',
    ]);
  });

  it('are blanked before a carriage return', () => {
    expect(withoutLineDirectives('#line 4\r\nint a;')).toBe('       \r\nint a;');
  });
});
