import { describe, expect, it } from 'vitest';
import { codeLanguage } from '#ui/editor/codeLanguages.ts';
import { classified, tokensOf } from '../../../../tests/support/tokens.ts';
import { slangLanguage } from './slang.ts';

const LANGUAGES = {
  CUDA: codeLanguage('cuda'),
  GLSL: codeLanguage('glsl'),
  HLSL: codeLanguage('hlsl'),
  Metal: codeLanguage('metal'),
  WGSL: codeLanguage('wgsl'),
  'SPIR-V': codeLanguage('spirv'),
};

const CASES: readonly (readonly [keyof typeof LANGUAGES, string, string, string])[] = [
  ['WGSL', '@workgroup_size', '@compute @workgroup_size(8, 8)', 'attributeName'],
  [
    'WGSL',
    'global_invocation_id',
    '@builtin(global_invocation_id) id : vec3<u32>',
    'attributeValue',
  ],
  ['WGSL', 'vec3', 'id : vec3<u32>', 'typeName.standard'],
  ['WGSL', 'Ball', 'ball : Ball', 'typeName'],
  ['WGSL', 'Ball', 'fn f() -> Ball {', 'typeName'],
  ['WGSL', 'f', 'fn f() -> Ball {', 'variableName.function.definition'],
  ['WGSL', 'storage', 'var<storage, read_write> a : i32', 'atom'],
  ['WGSL', 'read_write', 'var<storage, read_write> a : i32', 'atom'],
  ['WGSL', 'storage', 'storage + 1', 'variableName'],
  ['WGSL', 'r32float', 'texture_storage_2d<r32float, write>', 'atom'],
  ['WGSL', 'textureLoad', 'textureLoad(a, b)', 'variableName.function.standard'],
  ['WGSL', '1.0f', '1.0f', 'number'],
  ['WGSL', '1u', '1u', 'number'],
  ['WGSL', '0xFFi', '0xFFi', 'number'],
  ['WGSL', '0x1.8p3h', '0x1.8p3h', 'number'],
  ['WGSL', '1L', '1L', 'invalid'],
  ['WGSL', '"', '"', 'invalid'],
  ['WGSL', '/* a /* b */ c */', '/* a /* b */ c */ d', 'blockComment'],
  ['Metal', 'thread', 'Ball thread* b', 'modifier'],
  ['Metal', 'Ball', 'Ball thread* b', 'typeName'],
  ['Metal', 'buffer', 'device uint* a [[buffer(0)]]', 'attributeName'],
  ['Metal', 'NORMAL', 'float3 n [[user(NORMAL)]];', 'attributeValue'],
  ['Metal', 'kernel', '[[kernel]] void f()', 'attributeName'],
  ['Metal', 'f', '[[kernel]] void f()', 'variableName.function.definition'],
  ['Metal', 'access', 'texture2d<float, access::write> t', 'namespace'],
  ['Metal', 'write', 'texture2d<float, access::write> t', 'atom'],
  ['Metal', 'metal', 'using namespace metal;', 'namespace'],
  ['Metal', 'packed_float3', 'packed_float3 a;', 'typeName.standard'],
  ['Metal', '1.0h', '1.0h', 'number'],
  ['CUDA', '__device__', '__device__ float f(int a)', 'modifier'],
  ['CUDA', 'threadIdx', 'threadIdx.x', 'variableName.standard'],
  ['CUDA', 'make_float2', 'make_float2(1, 2)', 'variableName.function.standard'],
  ['CUDA', 'SLANG_CUDA_CALL', 'SLANG_CUDA_CALL int f()', 'macroName'],
  ['CUDA', 'T', 'template<typename T>', 'typeName.definition'],
  ['CUDA', '+', 'Ball operator+(Ball a)', 'variableName.function.definition'],
  ['CUDA', "1'000u", "1'000u", 'number'],
  ['CUDA', '"C"', 'extern "C" __global__', 'string'],
  ['GLSL', '#version', '#version 450', 'processingInstruction'],
  ['GLSL', 'GL_EXT_a', '#extension GL_EXT_a : require', 'macroName'],
  ['GLSL', 'binding', 'layout(binding = 1) uniform A {', 'attributeName'],
  ['GLSL', 'N', 'layout(location = N) in', 'variableName'],
  ['GLSL', 'layout', 'layout(std430) buffer;', 'keyword'],
  ['GLSL', 'std430', 'layout(std430) buffer;', 'attributeName'],
  ['GLSL', 'A', 'uniform A {', 'typeName.definition'],
  ['GLSL', 'A', 'uniform A a;', 'typeName'],
  ['GLSL', 'gl_Position', 'gl_Position = a;', 'variableName.standard'],
  ['GLSL', 'image2D', 'uniform image2D a;', 'typeName.standard'],
  ['GLSL', 'usampler2DArray', 'uniform usampler2DArray a;', 'typeName.standard'],
  ['GLSL', '1.0lf', '1.0lf', 'number'],
  ['HLSL', 'register', 'cbuffer A : register(b0, space1)', 'keyword'],
  ['HLSL', 'space1', 'cbuffer A : register(b0, space1)', 'attributeValue'],
  ['HLSL', 'c0', 'float a : packoffset(c0);', 'attributeValue'],
  ['HLSL', 'A', 'cbuffer A : register(b0)', 'typeName.definition'],
  ['HLSL', 'SV_Target', 'float4 f() : SV_Target', 'attributeValue'],
  ['HLSL', 'numthreads', '[shader("compute")][numthreads(1, 1, 1)]', 'attributeName'],
  ['HLSL', 'pack_matrix', '#pragma pack_matrix(row_major)', 'macroName'],
  ['HLSL', 'InterlockedAdd', 'InterlockedAdd(a, 1U)', 'variableName.function.standard'],
  ['HLSL', 'WaveTrain_0', 'WaveTrain_0(1)', 'variableName.function'],
  ['HLSL', 'GetDimensions', 'a.GetDimensions(b)', 'propertyName.function'],
  ['SPIR-V', '%3', '%3 = OpTypeVoid', 'labelName.definition'],
  ['SPIR-V', '%2', '%3 = OpTypeFunction %2', 'labelName'],
  ['SPIR-V', 'OpTypeVoid', '%3 = OpTypeVoid', 'typeName'],
  ['SPIR-V', 'OpLoad', '%3 = OpLoad %float %x', 'keyword'],
  ['SPIR-V', 'Sin', '%3 = OpExtInst %float %98 Sin %1', 'variableName.function'],
  ['SPIR-V', '2D', '%3 = OpTypeImage %float 2D 2 0 0 2 Rgba8', 'atom'],
  ['SPIR-V', 'Rgba8', '%3 = OpTypeImage %float 2D 2 0 0 2 Rgba8', 'atom'],
  ['SPIR-V', '-1.5e-07', '%3 = OpConstant %float -1.5e-07', 'number'],
  ['SPIR-V', '0x1p-3', '%3 = OpConstant %float 0x1p-3', 'number'],
  ['SPIR-V', '!0x00ff', 'OpNop !0x00ff', 'number'],
  ['SPIR-V', '; OpNop "', '; OpNop "', 'lineComment'],
  ['SPIR-V', '12x', '12x', 'invalid'],
];

describe('the token class of a word', () => {
  it.each(CASES)('%s: %s in “%s” is %s', (language, word, text, token) => {
    const found = tokensOf(LANGUAGES[language], text).find((each) => each.text === word);
    expect(found?.token).toBe(token);
  });
});

describe('incomplete code', () => {
  /** Random pieces at which tokens start, continue or end; the same sequence on each test run. */
  function scrambled(length: number): string {
    const pieces = [
      ...[
        '"',
        "'",
        'R"x(',
        ')x"',
        '\\',
        '\n',
        '\\\n',
        '/*',
        '*/',
        '//',
        '#',
        '#define',
        '#if',
        '#include <',
      ],
      ...[
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '[[',
        '<',
        '>>',
        '->',
        '::',
        ':',
        '?',
        ';',
        ',',
        '.',
        '@',
        '$',
        '%x',
        '%',
      ],
      ...[
        'struct',
        'case',
        'fn',
        'enum',
        'operator',
        'name',
        'Name',
        '1.',
        '0x',
        '1e',
        '🎉',
        'é',
        '\t',
        ' ',
      ],
    ];
    let seed = 7;
    return Array.from({ length }, () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return pieces[Math.floor(seed / 65536) % pieces.length] ?? '';
    }).join('');
  }

  it.each(Object.entries({ ...LANGUAGES, Slang: slangLanguage }))(
    'is read to its end as %s without gaps',
    (_, language) => {
      const text = scrambled(20_000);
      const tokens = tokensOf(language, text);
      expect(tokens.map((token) => token.text).join('')).toBe(text);
      expect(tokens.filter((token) => token.token === null && token.text.trim() !== '')).toEqual(
        [],
      );
    },
  );
});

describe('SPIR-V strings', () => {
  it('can contain quotes and line breaks', () => {
    expect(classified(codeLanguage('spirv'), '%1 = OpString "a \\"%2\n\nOpNop; b" %3')).toEqual([
      '%1 labelName.definition',
      '= operator',
      'OpString keyword',
      '"a  string',
      '\\" escape',
      '%2 string',
      'OpNop; b" string',
      '%3 labelName',
    ]);
  });
});
