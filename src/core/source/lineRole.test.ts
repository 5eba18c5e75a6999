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

const kindsOf = (text: string) => text.split('\n').map((_, at) => lineRole(text, at + 1).kind);

it('classifies each line of a source', () => {
  expect(kindsOf(TEXT)).toEqual([
    'import',
    ...['comment', 'comment', 'comment'],
    ...['directive', 'directive', 'inactive', 'directive'],
    'empty',
    'declaration',
    'header',
    'brackets',
    ...['statement', 'statement', 'statement', 'statement'],
    'brackets',
  ]);
});

it('finds unused variables', () => {
  const unused = [13, 14, 15, 16].map((line) => {
    const role = lineRole(TEXT, line);
    return role.kind === 'statement' ? `${role.function.name} ${role.unused}` : role.kind;
  });
  expect(unused).toEqual(['scaled unused', 'scaled null', 'scaled null', 'scaled null']);
});

it('distinguishes the playground’s attributes from others', () => {
  const text = `[playground::TIME]
uniform float time;
[playground::CALL(8,
    8, 1)] [numthreads(8, 8, 1)]
void main() {}`;
  expect([1, 2, 3, 4].map((line) => lineRole(text, line))).toEqual([
    { kind: 'attributes', arePlaygrounds: true },
    { kind: 'declaration', name: 'time', isConstant: false },
    { kind: 'attributes', arePlaygrounds: true },
    { kind: 'attributes', arePlaygrounds: false },
  ]);
});

it('names the declaration of a line', () => {
  const text = `static const float LIMIT = 3.5;
public struct Ring {
    [mutating] float radius;
}
cbuffer Settings {
    float2 size;
}
groupshared float cells[64];
static const float2 CORNERS[2] = {
    float2(0, 1),
};`;
  const declared = [1, 2, 3, 5, 6, 8, 9, 10].map((line) => {
    const role = lineRole(text, line);
    return role.kind === 'declaration' ? `${role.name} ${role.isConstant}` : role.kind;
  });
  expect(declared).toEqual([
    ...['LIMIT true', 'Ring false', 'radius false', 'Settings false', 'size false'],
    ...['cells false', 'CORNERS true', 'CORNERS true'],
  ]);
});

it('finds lines that only the compiler reads', () => {
  const text = `interface IShape {
    float area();
}
enum Kind { Round,
    Square = 7
}
typealias Point = float2;
extension Ring : IShape {
}
namespace shapes {
}
float area(float radius);
enum { LOOSE }`;
  expect([1, 2, 4, 5, 7, 8, 10, 12].map((line) => lineRole(text, line).kind)).toEqual([
    ...['interface', 'interface', 'enum', 'enum', 'alias', 'extension', 'namespace', 'prototype'],
  ]);
});

it('distinguishes the header of a function from its body', () => {
  const text = `[ForceInline]
float2
scaled(
    float x,
    inout float y = 0
) {
    y += 1; return x;
}
float twice(float x) { return 2 * x; }`;
  expect(kindsOf(text)).toEqual([
    'attributes',
    ...['header', 'header', 'header', 'header', 'brackets'],
    ...['statement', 'brackets', 'statement'],
  ]);
  expect(lineRole(text, 2)).toMatchObject({ function: { name: 'scaled', from: 2, to: 8 } });
});
