import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { USER_SHADER_PATH } from '#program/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#program/compileTarget.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { highlightingFaults, OUTPUT_LANGUAGES } from '../support/highlighting.ts';
import { tokensOf } from '../support/tokens.ts';

/*
 * The output of every demo is held against the rules of tests/support/highlighting.ts where it is
 * compiled, in demos.test.ts. Here are lines of real output, token by token, and what the rules refuse.
 */

/** Lines of the demo "circle", and their tokens but for brackets, punctuation and operators. */
const LINES: readonly (readonly [CompileTarget, string, readonly string[]])[] = [
  [
    'SPIRV',
    '               OpEntryPoint GLCompute %drawRing "main" %outputTexture %gl_GlobalInvocationID %globalParams',
    [
      'OpEntryPoint keyword',
      'GLCompute atom',
      '%drawRing labelName',
      '"main" string',
      '%outputTexture labelName',
      '%gl_GlobalInvocationID labelName',
      '%globalParams labelName',
    ],
  ],
  [
    'SPIRV',
    '    %v2float = OpTypeVector %float 2',
    ['%v2float labelName.definition', 'OpTypeVector typeName', '%float labelName', '2 number'],
  ],
  [
    'SPIRV',
    '        %130 = OpExtInst %float %98 Sin %128',
    [
      '%130 labelName.definition',
      'OpExtInst keyword',
      '%float labelName',
      '%98 labelName',
      'Sin variableName.function',
      '%128 labelName',
    ],
  ],
  [
    'SPIRV',
    '         %45 = OpTypeImage %float 2D 2 0 0 2 Rgba8',
    [
      '%45 labelName.definition',
      'OpTypeImage typeName',
      '%float labelName',
      '2D atom',
      '2 number',
      '0 number',
      '0 number',
      '2 number',
      'Rgba8 atom',
    ],
  ],
  [
    'HLSL',
    'RWTexture2D<float4 > outputTexture_0 : register(u0);',
    [
      'RWTexture2D typeName.standard',
      '< angleBracket',
      'float4 typeName.standard',
      '> angleBracket',
      'outputTexture_0 variableName',
      'register keyword',
      'u0 attributeValue',
    ],
  ],
  [
    'HLSL',
    'cbuffer globalParams_0 : register(b0)',
    [
      'cbuffer keyword',
      'globalParams_0 typeName.definition',
      'register keyword',
      'b0 attributeValue',
    ],
  ],
  [
    'HLSL',
    '[shader("compute")][numthreads(16, 16, 1)]',
    [
      'shader attributeName',
      '"compute" string',
      'numthreads attributeName',
      '16 number',
      '16 number',
      '1 number',
    ],
  ],
  [
    'HLSL',
    'void drawRing(uint2 pixel_2 : SV_DispatchThreadID)',
    [
      'void typeName.standard',
      'drawRing variableName.function.definition',
      'uint2 typeName.standard',
      'pixel_2 variableName',
      'SV_DispatchThreadID attributeValue',
    ],
  ],
  [
    'HLSL',
    '#line 48 "user.slang"',
    ['#line processingInstruction', '48 number', '"user.slang" string'],
  ],
  ['GLSL', 'layout(rgba8)', ['layout keyword', 'rgba8 attributeName']],
  [
    'GLSL',
    '#extension GL_EXT_samplerless_texture_functions : require',
    [
      '#extension processingInstruction',
      'GL_EXT_samplerless_texture_functions macroName',
      'require macroName',
    ],
  ],
  [
    'GLSL',
    'layout(std140) uniform block_GlobalParams_natural_0',
    [
      'layout keyword',
      'std140 attributeName',
      'uniform modifier',
      'block_GlobalParams_natural_0 typeName.definition',
    ],
  ],
  [
    'GLSL',
    '    uvec2 _S7 = gl_GlobalInvocationID.xy;',
    [
      'uvec2 typeName.standard',
      '_S7 variableName',
      'gl_GlobalInvocationID variableName.standard',
      'xy propertyName',
    ],
  ],
  ['METAL', 'using namespace metal;', ['using keyword', 'namespace keyword', 'metal namespace']],
  [
    'METAL',
    '    texture2d<float, access::write> outputTexture_0;',
    [
      'texture2d typeName.standard',
      '< angleBracket',
      'float typeName.standard',
      'access namespace',
      'write atom',
      '> angleBracket',
      'outputTexture_0 variableName',
    ],
  ],
  [
    'METAL',
    '[[kernel]] void drawRing(uint3 pixel_2 [[thread_position_in_grid]], texture2d<float, access::write> outputTexture_1 [[texture(0)]], GlobalParams_0 constant* globalParams_1 [[buffer(0)]])',
    [
      'kernel attributeName',
      'void typeName.standard',
      'drawRing variableName.function.definition',
      'uint3 typeName.standard',
      'pixel_2 variableName',
      'thread_position_in_grid attributeName',
      'texture2d typeName.standard',
      '< angleBracket',
      'float typeName.standard',
      'access namespace',
      'write atom',
      '> angleBracket',
      'outputTexture_1 variableName',
      'texture attributeName',
      '0 number',
      'GlobalParams_0 typeName',
      'constant modifier',
      'globalParams_1 variableName',
      'buffer attributeName',
      '0 number',
    ],
  ],
  [
    'WGSL',
    '@binding(1) @group(0) var outputTexture_0 : texture_storage_2d<rgba8unorm, write>;',
    [
      '@binding attributeName',
      '1 number',
      '@group attributeName',
      '0 number',
      'var keyword',
      'outputTexture_0 variableName',
      'texture_storage_2d typeName.standard',
      '< angleBracket',
      'rgba8unorm atom',
      'write atom',
      '> angleBracket',
    ],
  ],
  [
    'WGSL',
    '@workgroup_size(16, 16, 1)',
    ['@workgroup_size attributeName', '16 number', '16 number', '1 number'],
  ],
  [
    'WGSL',
    'fn drawRing(@builtin(global_invocation_id) pixel_2 : vec3<u32>)',
    [
      'fn keyword',
      'drawRing variableName.function.definition',
      '@builtin attributeName',
      'global_invocation_id attributeValue',
      'pixel_2 variableName',
      'vec3 typeName.standard',
      '< angleBracket',
      'u32 typeName.standard',
      '> angleBracket',
    ],
  ],
  [
    'CUDA',
    'extern "C" __global__ void drawRing()',
    [
      'extern keyword',
      '"C" string',
      '__global__ modifier',
      'void typeName.standard',
      'drawRing variableName.function.definition',
    ],
  ],
  [
    'CUDA',
    '    uint2  _S36 = uint2 {(blockIdx * blockDim + threadIdx).x, (blockIdx * blockDim + threadIdx).y};',
    [
      'uint2 typeName.standard',
      '_S36 variableName',
      'uint2 typeName.standard',
      'blockIdx variableName.standard',
      'blockDim variableName.standard',
      'threadIdx variableName.standard',
      'x propertyName',
      'blockIdx variableName.standard',
      'blockDim variableName.standard',
      'threadIdx variableName.standard',
      'y propertyName',
    ],
  ],
  [
    'CUDA',
    '#ifdef SLANG_CUDA_ENABLE_HALF',
    ['#ifdef processingInstruction', 'SLANG_CUDA_ENABLE_HALF macroName'],
  ],
];

const code = new Map<CompileTarget, string>();

function codeOf(target: CompileTarget): string {
  const text = code.get(target);
  if (text === undefined) throw new Error(`There is no code for ${target}.`);
  return text;
}

beforeAll(async () => {
  const compiler: Compiler = await createTestCompiler();
  const sourceCode = await readDemo('circle');
  for (const target of COMPILE_TARGETS) {
    const request = { target, entrypoint: 'drawRing', sourceCode, shaderPath: USER_SHADER_PATH };
    const answer = compiler.compile(request);
    if (!answer.succ) throw new Error(answer.message);
    code.set(target, answer.result.code);
  }
}, 120_000);

/** The tokens of a line, as `text token`, with all of the text before it read. */
function tokensOfLine(target: CompileTarget, line: string): string[] {
  const text = codeOf(target);
  const start = `\n${text}\n`.indexOf(`\n${line}\n`);
  if (start < 0) throw new Error(`${target} has no line ${line}`);
  return tokensOf(OUTPUT_LANGUAGES[target], text)
    .filter(({ from }) => from >= start && from < start + line.length)
    .flatMap(({ text: word, token }) => (token === null ? [] : [`${word} ${token}`]))
    .filter((token) => !/ (?:bracket|punctuation|operator)$/.test(token));
}

describe('a line of real output', () => {
  it.each(LINES)('of %s has its tokens: %s', (target, line, tokens) => {
    expect(tokensOfLine(target, line)).toEqual(tokens);
  });
});

describe('the rules for real output', () => {
  it.each([
    ['WGSL', 'fn f() { $ }', ['invalid at 9: $']],
    ['WGSL', 'fn f() {', ['} is missing']],
    ['WGSL', 'fn f() ]', ['] at 7 closes nothing']],
    ['HLSL', 'int f = 1q;', ['invalid at 8: 1q']],
    ['HLSL', 'a . float', ['float at 4 is propertyName']],
    ['CUDA', '/* a', ['blockComment at 0: /* a']],
    ['METAL', 'a "b\nc', ['string at 2: "b\nc']],
    ['GLSL', 'layout(vec2)', ['vec2 at 7 is attributeName']],
    ['SPIRV', '%1 = OpLoad %float %1', ['%float is not defined']],
    ['SPIRV', '%1 = OpLoad ,', ['invalid at 12: ,', ', at 12 is invalid']],
  ] as const)('refuse %s with a fault: %s', (target, text, faults) => {
    expect(highlightingFaults(target, text)).toEqual(faults);
  });

  it.each(COMPILE_TARGETS)(
    'refuse code of %s that is cut off, or read as another language',
    (target) => {
      const text = codeOf(target);
      expect(highlightingFaults(target, text)).toEqual([]);
      const cut =
        target === 'SPIRV' ? text.replace(/%float = .*/, '') : text.slice(0, text.lastIndexOf('}'));
      expect(highlightingFaults(target, cut)).not.toEqual([]);
      expect(highlightingFaults(target === 'SPIRV' ? 'WGSL' : 'SPIRV', text)).not.toEqual([]);
    },
  );
});
