import { describe, expect, it } from 'vitest';
import { readFacts, readSpirv } from '#core/output/spirv/readSpirv.ts';
import { spirvFunctions, textFunctions } from './codeFunctions.ts';
import { sourceName } from './codeWords.ts';
import { choosePartner, type GlslFunction, glslName } from './glslFunctions.ts';
import { cluesOf } from './spirvClues.ts';

const shown = (functions: ReturnType<typeof textFunctions>) =>
  functions.map(({ name, from, to }) => `${name} ${from}-${to}`);
const functionsOf = (code: string) => shown(textFunctions(code.split('\n')));

describe('names of functions', () => {
  it.each([
    ['ring', 'ring'],
    ['Ramp_x24init', 'Ramp'],
    ['Ramp.$init', 'Ramp'],
    ['Ramp_x28x29', 'Ramp.operator()'],
    ['Ramp_x24_syn_x28x29', 'Ramp.operator()'],
    ['Ramp.$__syn_()', 'Ramp.operator()'],
    ['Splat_x24_syn_dzero', 'Splat.dzero'],
    ['Splat.$__syn_dzero', 'Splat.dzero'],
    ['draw_slang_Lambda_draw_2_x28x29', 'lambda in draw'],
    ['draw_slang_Lambda_draw_2_x24init', 'lambda in draw'],
    ['draw_slang_Lambda_draw_2_x24_syn_x28x29', 'lambda in draw'],
    ['step_1._slang_Lambda_step_1_2.$__syn_()', 'lambda in step_1'],
    ['x2B', 'operator+'],
    ['x3Dx3D', 'operator=='],
    ['==', 'operator=='],
    ['', 'operator/'],
    ['Rectangle.center.get', 'Rectangle.center.get'],
  ])('are displayed as in the source: %s as %s', (name, text) =>
    expect(sourceName(name)).toBe(text),
  );
});

describe('functions in target code', () => {
  it('start at the attributes of an entry point and end at the closing brace', () => {
    const hlsl = `cbuffer globalParams_0 : register(b0)
{
}
#line 3 "user.slang"
float ring_0(float2 place_0)
{
    if(place_0.x > 0.0f)
    {
    }
}
[shader("compute")][numthreads(8, 8, 1)]
void step_1(uint2 pixel_0 : SV_DispatchThreadID)
{
}`;
    expect(functionsOf(hlsl)).toEqual(['ring 5-10', 'step_1 11-14']);
  });

  it.each([
    ['GLSL', 'layout(local_size_x = 8) in;\nvoid main()', ['main 1-4']],
    ['Metal', '[[kernel]] void draw_2(uint3 a_0 [[thread_position_in_grid]])', ['draw_2 1-3']],
    [
      'CUDA, except before the first directive',
      'void helper()\n{\n}\n#line 3 "user.slang"\n__device__ int  at_0(int2 * a_0)\n{\n}\nextern "C" __global__ void draw_2()',
      ['at 5-7', 'draw_2 8-10'],
    ],
    [
      'WGSL',
      '@binding(0) @group(0) var sheet_0 : i32;\n@compute\n@workgroup_size(1, 1, 1)\nfn draw_2(@builtin(global_invocation_id) a_0 : vec3<u32>)',
      ['draw_2 2-6'],
    ],
  ])('are found in %s', (_, code, functions) => {
    expect(functionsOf(`${code}\n{\n}`)).toEqual(functions);
  });

  it('get the names of OpName in SPIR-V', () => {
    const spirv = `OpName %draw "draw"
OpName %draw__ "draw._slang_Lambda_draw_2.()"
%draw = OpFunction %void None %3
OpFunctionEnd
%draw__ = OpFunction %void None %3
%4 = OpLabel
OpFunctionEnd`;
    expect(shown(spirvFunctions(readSpirv(spirv)))).toEqual(['draw 3-4', 'lambda in draw 5-7']);
  });

  it('are empty for an empty text and for code that is cut off within one', () => {
    expect(functionsOf('')).toEqual([]);
    expect(functionsOf('void ring_0()\n{\n    return;')).toEqual([]);
    expect(spirvFunctions(readSpirv('%1 = OpFunction %void None %3'))).toEqual([]);
  });
});

it.each([
  ['ring', 'ring'],
  ['draw._slang_Lambda_draw_2.()', 'draw_slang_Lambda_draw_2_x28x29'],
  ['draw._slang_Lambda_draw_2.$__syn_()', 'draw_slang_Lambda_draw_2_x24_syn_x28x29'],
  ['Rectangle.center.get', 'Rectangle_center_get'],
  ['Box.operator[].get', 'Box_operatorx5Bx5D_get'],
  ['+', 'x2B'],
  ['/', ''],
])('the compiler writes %s as %s in GLSL', (name, written) => {
  expect(glslName(name)).toBe(written);
});

const MODULE = readSpirv(`%float = OpTypeFloat 32
%v2float = OpTypeVector %float 2
%in_function = OpTypePointer Function %v2float
%one = OpTypeFunction %float %float
%other = OpTypeFunction %float %in_function
%two = OpConstant %float 2.5
%first = OpFunction %float None %one
%a = OpFAdd %float %x %two
OpFunctionEnd
%second = OpFunction %float None %other
OpFunctionEnd`);

const glsl = (parameters: string[], ...words: string[]): GlslFunction => ({
  ...{ name: 'sum', header: null, origins: [], parameters },
  words: new Set(words),
});

it('chooses the function with the same parameters, or else with the same words', () => {
  const facts = readFacts(MODULE);
  const context = { facts, names: MODULE.names, ofIds: new Map() };
  const [first, second] = MODULE.functions.map((body) => ({
    ...{ body, name: 'sum' },
    clues: cluesOf(body, context),
  }));
  if (!first || !second) throw new Error('The module has two functions.');
  const scalar = glsl(['float'], '#1.5');
  const vector = glsl(['vec2']);
  const alike = glsl(['float'], '#2.5');
  expect(choosePartner(first, [vector, scalar, alike], facts)).toBe(alike);
  expect(choosePartner(second, [scalar, vector, alike], facts)).toBe(vector);
  expect(choosePartner(first, [], facts)).toBeNull();
});
