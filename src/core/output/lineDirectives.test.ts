import { expect, it } from 'vitest';
import { findLineDirectives, withoutLineDirectives } from './lineDirectives.ts';

const SOURCE =
  '#line 100\n # line 7 "a/b c.slang" // generated\n#line default\nint line = 1; // #line 3\n#lines 5';

it('finds line directives with their numbers and names', () => {
  expect(findLineDirectives(SOURCE)).toEqual([
    { from: 0, to: 9, number: 100, name: null },
    { from: 10, to: 33, number: 7, name: 'a/b c.slang' },
    { from: 47, to: 60, number: null, name: null },
  ]);
});

it('blanks line directives without moving other text', () => {
  const blanked = withoutLineDirectives(SOURCE);
  expect(blanked).toHaveLength(SOURCE.length);
  expect(blanked.split('\n').map((line) => line.trim())).toEqual([
    ...['', '// generated', '', 'int line = 1; // #line 3', '#lines 5'],
  ]);
  expect(withoutLineDirectives('#line 4\r\nint a;')).toBe('       \r\nint a;');
});
