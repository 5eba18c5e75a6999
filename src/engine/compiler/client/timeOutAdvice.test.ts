import { describe, expect, it } from 'vitest';
import { lineOfBoolCase } from './timeOutAdvice.ts';

describe('a case of true or false', () => {
  it.each([
    ['switch (b)\n{\n    case true: break;\n}', 3],
    ['switch (b) { default: break;\ncase (false): break; }', 2],
    ['/* a\nb */ switch (b) { case true: }', 2],
  ])('is found in %j', (source, line) => {
    expect(lineOfBoolCase(source)).toBe(line);
  });

  it.each([
    'switch (i) { case 1: break; }',
    'switch (i) { case trueColour: break; }',
    '// case true:\nint a;',
    '/* case true: */',
    'printf("in case true: %d");',
    'lowercase true;',
  ])('is not found in %j', (source) => {
    expect(lineOfBoolCase(source)).toBeNull();
  });
});
