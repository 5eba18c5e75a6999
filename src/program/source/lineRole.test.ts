import { expect, it } from 'vitest';
import { lineRole } from './lineRole.ts';

const TEXT = `import playground;
// One line.
/* Two
   lines. */
#define SCALE 2
#if 0
float left;
#endif

struct Ring { float radius; }
float scaled(float x)
{
    float unused = x * 9.375;
    float used = x * SCALE;
    x = used;
    return x; // The end.
}`;

it('says what the lines of a source are', () => {
  const kinds = TEXT.split('\n').map((_, at) => lineRole(TEXT, at + 1).kind);
  expect(kinds).toEqual([
    'declaration',
    ...['comment', 'comment', 'comment'],
    ...['directive', 'directive', 'inactive', 'directive'],
    'empty',
    'declaration',
    'statement',
    'brackets',
    ...['statement', 'statement', 'statement', 'statement'],
    'brackets',
  ]);
});

it('finds variables that nothing uses', () => {
  const unused = [13, 14, 15, 16].map((line) => {
    const role = lineRole(TEXT, line);
    return role.kind === 'statement' ? [role.function.name, role.unused] : role.kind;
  });
  expect(unused).toEqual([
    ['scaled', 'unused'],
    ['scaled', null],
    ['scaled', null],
    ['scaled', null],
  ]);
});
