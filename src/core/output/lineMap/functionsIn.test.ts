import { describe, expect, it } from 'vitest';
import { readSpirv } from '#core/output/spirv/readSpirv.ts';
import { spirvFunctions, textFunctions } from './functionsIn.ts';
import { sourceName } from './sourceName.ts';

const functionsOf = (code: string) => textFunctions(code.split('\n'));

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
  ])('are displayed as in the source: %s as %s', (name, shown) =>
    expect(sourceName(name)).toBe(shown),
  );
});

describe('functions in target code', () => {
  it('start at the attributes of an entry point and end at the closing brace', () => {
    const hlsl = [
      'cbuffer globalParams_0 : register(b0)',
      '{',
      '}',
      '#line 3 "user.slang"',
      'float ring_0(float2 place_0)',
      '{',
      '    if(place_0.x > 0.0f)',
      '    {',
      '    }',
      '}',
      '[shader("compute")][numthreads(8, 8, 1)]',
      'void step_1(uint2 pixel_0 : SV_DispatchThreadID)',
      '{',
      '',
      '}',
    ].join('\n');
    expect(functionsOf(hlsl)).toEqual([
      { name: 'ring', from: 5, to: 10 },
      { name: 'step_1', from: 11, to: 15 },
    ]);
  });

  it('are found in GLSL, Metal, CUDA and WGSL', () => {
    const body = '{\n}';
    expect(functionsOf(`layout(local_size_x = 8) in;\nvoid main()\n${body}`)).toEqual([
      { name: 'main', from: 1, to: 4 },
    ]);
    const metal = `[[kernel]] void draw_2(uint3 a_0 [[thread_position_in_grid]])\n${body}`;
    expect(functionsOf(metal)).toEqual([{ name: 'draw_2', from: 1, to: 3 }]);
    const cuda = `void helper()\n${body}\n#line 3 "user.slang"\n__device__ int  at_0(int2 * a_0)\n${body}\nextern "C" __global__ void draw_2()\n${body}`;
    expect(functionsOf(cuda)).toEqual([
      { name: 'at', from: 5, to: 7 },
      { name: 'draw_2', from: 8, to: 10 },
    ]);
    const wgsl = `@binding(0) @group(0) var sheet_0 : i32;\n@compute\n@workgroup_size(1, 1, 1)\nfn draw_2(@builtin(global_invocation_id) a_0 : vec3<u32>)\n${body}`;
    expect(functionsOf(wgsl)).toEqual([{ name: 'draw_2', from: 2, to: 6 }]);
  });

  it('get the names of OpName in SPIR-V', () => {
    const spirv = [
      '               OpName %draw "draw"',
      '               OpName %draw__ "draw._slang_Lambda_draw_2.()"',
      '       %draw = OpFunction %void None %3',
      '               OpFunctionEnd',
      '     %draw__ = OpFunction %void None %3',
      '          %4 = OpLabel',
      '               OpFunctionEnd',
    ].join('\n');
    expect(spirvFunctions(readSpirv(spirv))).toEqual([
      { name: 'draw', from: 3, to: 4 },
      { name: 'lambda in draw', from: 5, to: 7 },
    ]);
  });

  it('are empty for an empty text and for code that is cut off within one', () => {
    expect(functionsOf('')).toEqual([]);
    expect(functionsOf('void ring_0()\n{\n    return;')).toEqual([]);
    expect(spirvFunctions(readSpirv('%1 = OpFunction %void None %3'))).toEqual([]);
  });
});
