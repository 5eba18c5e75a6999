import { expect, it } from 'vitest';
import { codeLanguage } from '#ui/editor/codeLanguages.ts';
import { classified, tokensOf } from '../../../../tests/support/tokens.ts';
import { slangLanguage } from './slang.ts';

const LANGUAGES = {
  ...{ CUDA: codeLanguage('cuda'), GLSL: codeLanguage('glsl'), HLSL: codeLanguage('hlsl') },
  ...{ Metal: codeLanguage('metal'), WGSL: codeLanguage('wgsl'), 'SPIR-V': codeLanguage('spirv') },
};

/** A language, a text, and some of its words with their classes. */
const CASES: readonly (readonly [keyof typeof LANGUAGES, string, string])[] = [
  ['WGSL', '@compute @workgroup_size(8, 8)', '@workgroup_size attributeName'],
  ['WGSL', '@builtin(global_invocation_id) id : vec3<u32>', 'global_invocation_id attributeValue'],
  ['WGSL', 'id : vec3<u32>', 'vec3 typeName.standard'],
  ['WGSL', 'ball : Ball', 'Ball typeName'],
  ['WGSL', 'fn f() -> Ball {', 'Ball typeName, f variableName.function.definition'],
  ['WGSL', 'var<storage, read_write> a : i32', 'storage atom, read_write atom'],
  ['WGSL', 'storage + 1', 'storage variableName'],
  ['WGSL', 'texture_storage_2d<r32float, write>', 'r32float atom'],
  ['WGSL', 'textureLoad(a, b)', 'textureLoad variableName.function.standard'],
  ['WGSL', '1.0f 1u 0xFFi 0x1.8p3h', '1.0f number, 1u number, 0xFFi number, 0x1.8p3h number'],
  ['WGSL', '1L', '1L invalid'],
  ['WGSL', '"', '" invalid'],
  ['WGSL', '/* a /* b */ c */ d', '/* a /* b */ c */ blockComment'],
  ['Metal', 'Ball thread* b', 'thread modifier, Ball typeName'],
  ['Metal', 'device uint* a [[buffer(0)]]', 'buffer attributeName'],
  ['Metal', 'float3 n [[user(NORMAL)]];', 'NORMAL attributeValue'],
  ['Metal', '[[kernel]] void f()', 'kernel attributeName, f variableName.function.definition'],
  ['Metal', 'texture2d<float, access::write> t', 'access namespace, write atom'],
  ['Metal', 'using namespace metal;', 'metal namespace'],
  ['Metal', 'packed_float3 a;', 'packed_float3 typeName.standard'],
  ['Metal', '1.0h', '1.0h number'],
  ['CUDA', '__device__ float f(int a)', '__device__ modifier'],
  ['CUDA', 'threadIdx.x', 'threadIdx variableName.standard'],
  ['CUDA', 'make_float2(1, 2)', 'make_float2 variableName.function.standard'],
  ['CUDA', 'SLANG_CUDA_CALL int f()', 'SLANG_CUDA_CALL macroName'],
  ['CUDA', 'template<typename T>', 'T typeName.definition'],
  ['CUDA', 'Ball operator+(Ball a)', '+ variableName.function.definition'],
  ['CUDA', "1'000u", "1'000u number"],
  ['CUDA', 'extern "C" __global__', '"C" string'],
  ['GLSL', '#version 450', '#version processingInstruction'],
  ['GLSL', '#extension GL_EXT_a : require', 'GL_EXT_a macroName'],
  ['GLSL', 'layout(binding = 1) uniform A {', 'binding attributeName'],
  ['GLSL', 'layout(location = N) in', 'N variableName'],
  ['GLSL', 'layout(std430) buffer;', 'layout keyword, std430 attributeName'],
  ['GLSL', 'uniform A {', 'A typeName.definition'],
  ['GLSL', 'uniform A a;', 'A typeName'],
  ['GLSL', 'gl_Position = a;', 'gl_Position variableName.standard'],
  ['GLSL', 'uniform image2D a;', 'image2D typeName.standard'],
  ['GLSL', 'uniform usampler2DArray a;', 'usampler2DArray typeName.standard'],
  ['GLSL', '1.0lf', '1.0lf number'],
  ['HLSL', 'cbuffer A : register(b0, space1)', 'register keyword, space1 attributeValue'],
  ['HLSL', 'float a : packoffset(c0);', 'c0 attributeValue'],
  ['HLSL', 'cbuffer A : register(b0)', 'A typeName.definition'],
  ['HLSL', 'float4 f() : SV_Target', 'SV_Target attributeValue'],
  ['HLSL', '[shader("compute")][numthreads(1, 1, 1)]', 'numthreads attributeName'],
  ['HLSL', '#pragma pack_matrix(row_major)', 'pack_matrix macroName'],
  ['HLSL', 'InterlockedAdd(a, 1U)', 'InterlockedAdd variableName.function.standard'],
  ['HLSL', 'WaveTrain_0(1)', 'WaveTrain_0 variableName.function'],
  ['HLSL', 'a.GetDimensions(b)', 'GetDimensions propertyName.function'],
  ['SPIR-V', '%3 = OpTypeVoid', '%3 labelName.definition, OpTypeVoid typeName'],
  ['SPIR-V', '%3 = OpTypeFunction %2', '%2 labelName'],
  ['SPIR-V', '%3 = OpLoad %float %x', 'OpLoad keyword'],
  ['SPIR-V', '%3 = OpExtInst %float %98 Sin %1', 'Sin variableName.function'],
  ['SPIR-V', '%3 = OpTypeImage %float 2D 2 0 0 2 Rgba8', '2D atom, Rgba8 atom'],
  ['SPIR-V', '%3 = OpConstant %float -1.5e-07', '-1.5e-07 number'],
  ['SPIR-V', '%3 = OpConstant %float 0x1p-3', '0x1p-3 number'],
  ['SPIR-V', 'OpNop !0x00ff', '!0x00ff number'],
  ['SPIR-V', '; OpNop "', '; OpNop " lineComment'],
  ['SPIR-V', '12x', '12x invalid'],
];

it.each(CASES)('the %s words in “%s” are %s', (language, text, expected) => {
  const tokens = tokensOf(LANGUAGES[language], text);
  const found = expected.split(', ').map((each) => {
    const word = each.slice(0, each.lastIndexOf(' '));
    return `${word} ${tokens.find((token) => token.text === word)?.token}`;
  });
  expect(found.join(', ')).toBe(expected);
});

/** Random pieces at which tokens start, continue or end; the same sequence on each test run. */
function scrambled(length: number): string {
  const pieces = [
    ...`" ' R"x( )x" \\ /* */ // # #define #if ( ) [ ] { } [[ < >> -> :: : ? ; , . @ $`.split(' '),
    ...'%x % struct case fn enum operator name Name 1. 0x 1e 🎉 é'.split(' '),
    ...['\n', '\\\n', '#include <', '\t', ' '],
  ];
  let seed = 7;
  return Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return pieces[Math.floor(seed / 65536) % pieces.length] ?? '';
  }).join('');
}

it.each(Object.entries({ ...LANGUAGES, Slang: slangLanguage }))(
  'incomplete code is read to its end as %s without gaps',
  (_, language) => {
    const text = scrambled(20_000);
    const tokens = tokensOf(language, text);
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    const unknown = tokens.filter((token) => token.token === null && token.text.trim() !== '');
    expect(unknown).toEqual([]);
  },
);

it('SPIR-V strings can contain quotes and line breaks', () => {
  expect(classified(codeLanguage('spirv'), '%1 = OpString "a \\"%2\n\nOpNop; b" %3')).toEqual([
    ...['%1 labelName.definition', '= operator', 'OpString keyword', '"a  string'],
    ...['\\" escape', '%2 string', 'OpNop; b" string', '%3 labelName'],
  ]);
});
