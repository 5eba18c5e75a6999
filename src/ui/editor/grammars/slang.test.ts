import { ensureSyntaxTree, getIndentation, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { readDemo } from '../../../../tests/support/compiler.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { classified, tokensOf } from '../../../../tests/support/tokens.ts';
import { slangLanguage } from './slang.ts';

const tokens = (text: string) => classified(slangLanguage, text);

function classOf(word: string, text: string): string | null {
  return tokensOf(slangLanguage, text).find((token) => token.text === word)?.token ?? null;
}

it('comments end with their line, at the first end marker or with the text, and do not nest', () => {
  expect(tokens('a // b\nc')).toEqual(['a variableName', '// b lineComment', 'c variableName']);
  expect(tokens('/* a /* b */ c')).toEqual(['/* a /* b */ blockComment', 'c variableName']);
  expect(tokens('/* a\nb */ c')).toEqual([
    ...['/* a blockComment', 'b */ blockComment', 'c variableName'],
  ]);
  expect(tokens('/* {\n"').every((token) => token.endsWith('blockComment'))).toBe(true);
});

it('comments continue on the next line after a backslash', () => {
  expect(tokens('// a \\\nb\nc')).toEqual([
    ...['// a \\ lineComment', 'b lineComment', 'c variableName'],
  ]);
  expect(tokens('// a \\\n\nc').at(-1)).toBe('c variableName');
});

it.each([
  ['/// a', 'docComment'],
  ['//! a', 'docComment'],
  ['//// a', 'lineComment'],
  ['/** a */', 'docComment'],
  ['/*! a */', 'docComment'],
  ['/**/', 'blockComment'],
])('comments are classified as documentation or not: %s', (text, token) => {
  expect(tokens(text)).toEqual([`${text} ${token}`]);
});

it('strings contain escapes', () => {
  expect(tokens(String.raw`"a\n\x41\"b" c`)).toEqual([
    ...['"a string', String.raw`\n\x41\" escape`, 'b" string', 'c variableName'],
  ]);
  expect(tokens(String.raw`'\'' c`)).toEqual([
    ...["' character", String.raw`\' escape`, "' character", 'c variableName'],
  ]);
});

it('strings end with their line unless it ends in a backslash', () => {
  expect(tokens('"a\nb')).toEqual(['"a string', 'b variableName']);
  expect(tokens('"a\\\nb" c')).toEqual(['"a string', '\\ escape', 'b" string', 'c variableName']);
});

it('strings can be raw up to their own delimiter', () => {
  expect(tokens('R"(a\\")" b')).toEqual(['R"(a\\")" string', 'b variableName']);
  expect(tokens('R"x(a )" )y"\n} )x" b')).toEqual([
    ...['R"x(a )" )y" string', '} )x" string', 'b variableName'],
  ]);
  expect(classOf('R', 'R + 1')).toBe('variableName');
});

it.each([
  ...['0', '10ull', '10u', '10z', '1_000', '0xFFu', '0x1F', '0b101u', '017'],
  ...['1.0', '1.0h', '1.0f', '1.0lf', '.5', '1.', '1e-3f', '1.5E+10', '0x1.8p3'],
  ...['1.5hf', '2.0HF', '1.f', '1.hf', '1.e5', '3hf'],
])('%s is a number', (text) => {
  expect(tokens(text)).toEqual([`${text} number`]);
});

it.each(['1.0x', '5x', '0b12', '1i64'])('%s is not a number', (text) => {
  expect(tokens(text).map((token) => token.split(' ').at(-1))).toContain('invalid');
});

it('numbers end before a member access', () => {
  expect(tokens('1.0.xxx')).toEqual(['1.0 number', '. punctuation', 'xxx propertyName']);
  expect(tokens('0.xx')).toEqual(['0 number', '. punctuation', 'xx propertyName']);
  expect(tokens('1.rgb')).toEqual(['1 number', '. punctuation', 'rgb propertyName']);
  expect(tokens('a.x1')).toEqual(['a variableName', '. punctuation', 'x1 propertyName']);
});

it('directives specify a language version', () => {
  for (const directive of ['#language 202c', '#language slang 202c', '#lang 2026']) {
    expect(tokens(directive).join()).toMatch(/^(?!.*invalid).*number$/);
  }
});

it('directives define macros, including multi-line ones', () => {
  expect(tokens('#define ADD(a, b) \\\n  a + 1\nint')).toEqual([
    ...['#define processingInstruction', 'ADD macroName', '( bracket', 'a variableName'],
    ...[', punctuation', 'b variableName', ') bracket', '\\ punctuation', 'a variableName'],
    ...['+ operator', '1 number', 'int typeName.standard'],
  ]);
});

it('directives contain conditions', () => {
  expect(tokens('  #if defined(A) && B > 2 // c')).toEqual([
    ...['#if processingInstruction', 'defined keyword', '( bracket', 'A macroName', ') bracket'],
    ...['&& operator', 'B macroName', '> operator', '2 number', '// c lineComment'],
  ]);
  expect(tokens('#ifdef A').at(-1)).toBe('A macroName');
});

it('directives include files and print messages', () => {
  expect(tokens('#include <a.h>').at(-1)).toBe('<a.h> string');
  expect(tokens('#include "a.h"').at(-1)).toBe('"a.h" string');
  expect(tokens("#error don't {\nint")).toEqual([
    ...['#error processingInstruction', "don't { string", 'int typeName.standard'],
  ]);
});

it.each([
  ['struct Ball : IShape { }', 'struct keyword, Ball typeName.definition, IShape typeName'],
  [
    'Ball ball; Pair<int, 3> b; T c;',
    'Ball typeName, ball variableName, Pair typeName, T typeName',
  ],
  ['void f<T : IFoo>()', 'T typeName, IFoo typeName'],
  ['void f<let N : int>()', 'N variableName.definition, f variableName.function'],
  ['float f(int a)', 'f variableName.function.definition'],
  ['func f(int a) -> Ball', 'f variableName.function.definition, Ball typeName'],
  ['x = f(1) + lerp(a, b, c)', 'f variableName.function, lerp variableName.function.standard'],
  ['float lerp = 1;', 'lerp variableName'],
  ['a.m(1) + a->n + a.if', 'm propertyName.function, n propertyName, if propertyName'],
  [
    'RWTexture2DArray<float4x3> t;',
    'RWTexture2DArray typeName.standard, float4x3 typeName.standard',
  ],
  ['Color.Red', 'Color typeName'],
  ['enum Color : uint { Red = 1, Green }', 'Red variableName.constant, uint typeName.standard'],
  ['void f(point float3 p[1])', 'point modifier'],
  ['float f(float2 point)', 'point variableName'],
  ['length(point)', 'point variableName'],
  ['property float w { get; }', 'property keyword'],
  ['groupshared float a[4];', 'groupshared modifier'],
  ['bwd_diff(f)(x)', 'bwd_diff keyword'],
  ['import rendering; vk::binding', 'rendering namespace, vk namespace'],
  ['uint3 id : SV_DispatchThreadID', 'SV_DispatchThreadID attributeValue'],
  ['float3 p : POSITION0;', 'POSITION0 attributeValue'],
  ['Buffer b : register(u0);', 'register keyword, u0 attributeValue'],
  ['a ? FOO : BAR', 'BAR variableName'],
  ['case FOO: BAR = 1;', 'FOO variableName, BAR variableName'],
  ['bool été = true;', 'été variableName, true bool'],
])('the words in “%s” are %s', (text, expected) => {
  const found = expected.split(', ').map((each) => {
    const [word = ''] = each.split(' ');
    return `${word} ${classOf(word, text)}`;
  });
  expect(found.join(', ')).toBe(expected);
});

it('names in angle brackets are distinguished from comparisons', () => {
  expect(tokens('a < b && c > d')).toContain('< operator');
  expect(tokens('f(a < b, c > d)')).toContain('> operator');
  const brackets = tokens('Array<Array<int, 2>, 3> a').filter((each) => /angleBracket/.test(each));
  expect(brackets.map(([bracket]) => bracket).join('')).toBe('<<>>');
  const shift = ['a variableName', '>> operator', '2 number'];
  expect(tokens('A<B<int>> a >> 2').slice(-3)).toEqual(shift);
});

it('attributes are recognized in brackets before their declaration', () => {
  expect(tokens('[playground::CALL::SIZE_OF("a")]\n[[vk::binding(N)]] int a[b];')).toEqual([
    ...['[ bracket', 'playground attributeName', ':: punctuation', 'CALL attributeName'],
    ...[':: punctuation', 'SIZE_OF attributeName', '( bracket', '"a" string', ')] bracket'],
    ...['[[ bracket', 'vk attributeName', ':: punctuation', 'binding attributeName', '( bracket'],
    ...['N variableName', ')]] bracket', 'int typeName.standard', 'a variableName', '[ bracket'],
    ...['b variableName', '] bracket', '; punctuation'],
  ]);
  expect(classOf('a', 'void f() { [a] int b; }')).toBe('attributeName');
  expect(classOf('a', 'f([a] int b)')).toBe('attributeName');
  expect(classOf('a', 'b[1][a]')).toBe('variableName');
});

it('marks text that the language does not allow as invalid', () => {
  expect(tokens('a @ `')).toEqual(['a variableName', '@ invalid', '` invalid']);
});

it.each(demoNames())('classifies all of the demo %s', async (name) => {
  const faults = tokensOf(slangLanguage, await readDemo(name)).filter(
    ({ text, token }) => token === 'invalid' || (token === null && text.trim() !== ''),
  );
  expect(faults).toEqual([]);
});

/** The indentation in columns that the editor gives the text's last line. */
function indentOf(text: string): number | null {
  const extensions = [slangLanguage, indentUnit.of('    ')];
  const created = EditorState.create({ doc: text, extensions });
  ensureSyntaxTree(created, text.length, 60_000);
  const { state } = created.update({});
  return getIndentation(state, state.doc.line(state.doc.lines).from);
}

it.each([
  ['void f()\n{', 0],
  ['void f()\n{\n', 4],
  ['void f()\n{\n    a();\n}', 0],
  ['void f() {\n    if (a)\n', 8],
  ['void f() {\n    if (a)\n        b();\n', 4],
  ['void f() {\n    if (a)\n    {', 4],
  ['void f() {\n    float a = b\n', 8],
  ['void f() {\n    // }\n    s = "}";\n', 4],
  ['f(a,\n', 2],
  ['f(\n', 4],
  ['f(\n    a\n)', 0],
  ['draw(p, (int2 s) => {\n', 4],
  ['draw(p, (int2 s) => {\n    return 1;\n}', 0],
  ['[shader("compute")]\n', 0],
  ['switch (a) {\n    case 1:\n', 4],
  ['enum A {\n    B,\n', 4],
  ['struct A {\n    int a;\n};\n', 0],
  ['void f() {\n#if A\n', 4],
  ['void f() {\n    int a;\n    #', 0],
])('the indentation of the line after %j is %i', (text, columns) => {
  expect(indentOf(text)).toBe(columns);
});

it('the indentation is not changed in comments and raw strings', () => {
  expect(indentOf('/* {\n')).toBeNull();
  expect(indentOf('s = R"({\n')).toBeNull();
  expect(indentOf('#define A { \\\n')).toBeNull();
});
