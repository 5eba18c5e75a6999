import { ensureSyntaxTree, getIndentation, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { readDemo } from '../../../../tests/support/compiler.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { classified, tokensOf } from '../../../../tests/support/tokens.ts';
import { slangLanguage } from './slang.ts';

const tokens = (text: string) => classified(slangLanguage, text);

function classOf(word: string, text: string): string | null {
  return tokensOf(slangLanguage, text).find((token) => token.text === word)?.token ?? null;
}

describe('comments', () => {
  it('end with their line or at the first end marker, and do not nest', () => {
    expect(tokens('a // b\nc')).toEqual(['a variableName', '// b lineComment', 'c variableName']);
    expect(tokens('/* a /* b */ c')).toEqual(['/* a /* b */ blockComment', 'c variableName']);
    expect(tokens('/* a\nb */ c')).toEqual([
      '/* a blockComment',
      'b */ blockComment',
      'c variableName',
    ]);
  });

  it('continue on the next line after a backslash', () => {
    expect(tokens('// a \\\nb\nc')).toEqual([
      '// a \\ lineComment',
      'b lineComment',
      'c variableName',
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
  ])('are classified as documentation or not: %s', (text, token) => {
    expect(tokens(text)).toEqual([`${text} ${token}`]);
  });

  it('extend to the end of the text if they are not closed', () => {
    expect(tokens('/* {\n"').every((token) => token.endsWith('blockComment'))).toBe(true);
  });
});

describe('strings', () => {
  it('contain escapes', () => {
    expect(tokens(String.raw`"a\n\x41\"b" c`)).toEqual([
      '"a string',
      String.raw`\n\x41\" escape`,
      'b" string',
      'c variableName',
    ]);
    expect(tokens(String.raw`'\'' c`)).toEqual([
      "' character",
      String.raw`\' escape`,
      "' character",
      'c variableName',
    ]);
  });

  it('end with their line unless it ends in a backslash', () => {
    expect(tokens('"a\nb')).toEqual(['"a string', 'b variableName']);
    expect(tokens('"a\\\nb" c')).toEqual(['"a string', '\\ escape', 'b" string', 'c variableName']);
  });

  it('can be raw up to their own delimiter', () => {
    expect(tokens('R"(a\\")" b')).toEqual(['R"(a\\")" string', 'b variableName']);
    expect(tokens('R"x(a )" )y"\n} )x" b')).toEqual([
      'R"x(a )" )y" string',
      '} )x" string',
      'b variableName',
    ]);
    expect(classOf('R', 'R + 1')).toBe('variableName');
  });
});

describe('numbers', () => {
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

  it('end before a member access', () => {
    expect(tokens('1.0.xxx')).toEqual(['1.0 number', '. punctuation', 'xxx propertyName']);
    expect(tokens('0.xx')).toEqual(['0 number', '. punctuation', 'xx propertyName']);
    expect(tokens('1.rgb')).toEqual(['1 number', '. punctuation', 'rgb propertyName']);
    expect(tokens('a.x1')).toEqual(['a variableName', '. punctuation', 'x1 propertyName']);
  });
});

describe('directives', () => {
  it('specify a language version', () => {
    for (const directive of ['#language 202c', '#language slang 202c', '#lang 2026']) {
      expect(tokens(directive).at(-1)).toMatch(/number$/);
      expect(tokens(directive).join()).not.toContain('invalid');
    }
  });

  it('define macros, including multi-line ones', () => {
    expect(tokens('#define ADD(a, b) \\\n  a + 1\nint')).toEqual([
      '#define processingInstruction',
      'ADD macroName',
      '( bracket',
      'a variableName',
      ', punctuation',
      'b variableName',
      ') bracket',
      '\\ punctuation',
      'a variableName',
      '+ operator',
      '1 number',
      'int typeName.standard',
    ]);
  });

  it('contain conditions', () => {
    expect(tokens('  #if defined(A) && B > 2 // c')).toEqual([
      '#if processingInstruction',
      'defined keyword',
      '( bracket',
      'A macroName',
      ') bracket',
      '&& operator',
      'B macroName',
      '> operator',
      '2 number',
      '// c lineComment',
    ]);
    expect(tokens('#ifdef A').at(-1)).toBe('A macroName');
  });

  it('include files and print messages', () => {
    expect(tokens('#include <a.h>').at(-1)).toBe('<a.h> string');
    expect(tokens('#include "a.h"').at(-1)).toBe('"a.h" string');
    expect(tokens("#error don't {\nint")).toEqual([
      '#error processingInstruction',
      "don't { string",
      'int typeName.standard',
    ]);
  });
});

describe('names', () => {
  it.each([
    ['struct', 'struct Ball { }', 'keyword'],
    ['Ball', 'struct Ball { }', 'typeName.definition'],
    ['IShape', 'struct Ball : IShape { }', 'typeName'],
    ['Ball', 'Ball ball;', 'typeName'],
    ['ball', 'Ball ball;', 'variableName'],
    ['Pair', 'Pair<int, 3> pair;', 'typeName'],
    ['T', 'T first;', 'typeName'],
    ['T', 'void f<T : IFoo>()', 'typeName'],
    ['IFoo', 'void f<T : IFoo>()', 'typeName'],
    ['N', 'void f<let N : int>()', 'variableName.definition'],
    ['f', 'void f<let N : int>()', 'variableName.function'],
    ['f', 'float f(int a)', 'variableName.function.definition'],
    ['f', 'func f(int a) -> Ball', 'variableName.function.definition'],
    ['Ball', 'func f(int a) -> Ball', 'typeName'],
    ['f', 'x = f(1)', 'variableName.function'],
    ['lerp', 'lerp(a, b, c)', 'variableName.function.standard'],
    ['lerp', 'float lerp = 1;', 'variableName'],
    ['m', 'a.m(1)', 'propertyName.function'],
    ['m', 'a->m + 1', 'propertyName'],
    ['if', 'a.if', 'propertyName'],
    ['float4x3', 'float4x3 m;', 'typeName.standard'],
    ['RWTexture2DArray', 'RWTexture2DArray<float> t;', 'typeName.standard'],
    ['Color', 'Color.Red', 'typeName'],
    ['Red', 'enum Color : uint { Red = 1, Green }', 'variableName.constant'],
    ['uint', 'enum Color : uint { Red = 1, Green }', 'typeName.standard'],
    ['point', 'void f(point float3 p[1])', 'modifier'],
    ['point', 'float f(float2 point)', 'variableName'],
    ['point', 'length(point)', 'variableName'],
    ['property', 'property float w { get; }', 'keyword'],
    ['groupshared', 'groupshared float a[4];', 'modifier'],
    ['bwd_diff', 'bwd_diff(f)(x)', 'keyword'],
    ['rendering', 'import rendering;', 'namespace'],
    ['vk', 'vk::binding', 'namespace'],
    ['SV_DispatchThreadID', 'uint3 id : SV_DispatchThreadID', 'attributeValue'],
    ['POSITION0', 'float3 p : POSITION0;', 'attributeValue'],
    ['register', 'Buffer b : register(u0);', 'keyword'],
    ['u0', 'Buffer b : register(u0);', 'attributeValue'],
    ['BAR', 'a ? FOO : BAR', 'variableName'],
    ['FOO', 'case FOO: BAR = 1;', 'variableName'],
    ['BAR', 'case FOO: BAR = 1;', 'variableName'],
    ['true', 'a = true', 'bool'],
    ['été', 'int été = 1;', 'variableName'],
  ])('%s in “%s” is %s', (word, text, token) => {
    expect(classOf(word, text)).toBe(token);
  });

  it('in angle brackets are distinguished from comparisons', () => {
    expect(tokens('a < b && c > d')).toContain('< operator');
    expect(tokens('f(a < b, c > d)')).toContain('> operator');
    expect(
      tokens('Array<Array<int, 2>, 3> a').filter((each) => each.endsWith('angleBracket')),
    ).toEqual(['< angleBracket', '< angleBracket', '> angleBracket', '> angleBracket']);
    expect(tokens('A<B<int>> a >> 2').slice(-3)).toEqual([
      'a variableName',
      '>> operator',
      '2 number',
    ]);
  });
});

describe('attributes', () => {
  it('are recognized in brackets before their declaration', () => {
    expect(tokens('[playground::CALL::SIZE_OF("a")]\n[[vk::binding(N)]] int a[b];')).toEqual([
      '[ bracket',
      'playground attributeName',
      ':: punctuation',
      'CALL attributeName',
      ':: punctuation',
      'SIZE_OF attributeName',
      '( bracket',
      '"a" string',
      ')] bracket',
      '[[ bracket',
      'vk attributeName',
      ':: punctuation',
      'binding attributeName',
      '( bracket',
      'N variableName',
      ')]] bracket',
      'int typeName.standard',
      'a variableName',
      '[ bracket',
      'b variableName',
      '] bracket',
      '; punctuation',
    ]);
    expect(classOf('a', 'void f() { [a] int b; }')).toBe('attributeName');
    expect(classOf('a', 'f([a] int b)')).toBe('attributeName');
    expect(classOf('a', 'b[1][a]')).toBe('variableName');
  });
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

describe('indentation', () => {
  /** The indentation in columns that the editor gives the text's last line. */
  function indentOf(text: string): number | null {
    const created = EditorState.create({
      doc: text,
      extensions: [slangLanguage, indentUnit.of('    ')],
    });
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
  ])('of the line after %j is %i', (text, columns) => {
    expect(indentOf(text)).toBe(columns);
  });

  it('is not changed in comments and raw strings', () => {
    expect(indentOf('/* {\n')).toBeNull();
    expect(indentOf('s = R"({\n')).toBeNull();
    expect(indentOf('#define A { \\\n')).toBeNull();
  });
});
