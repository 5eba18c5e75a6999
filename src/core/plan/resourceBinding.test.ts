import { describe, expect, it } from 'vitest';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';
import { resourceBinding } from './resourceBinding.ts';

const planner = await createPlanner();

const SUPPORTED =
  'supported are (RW)StructuredBuffer, (RW)ByteAddressBuffer, ConstantBuffer, ParameterBlock, ' +
  'Texture2D, Texture2DArray and Texture3D of floats, W and RW textures of 2D, 2DArray and 3D, and ' +
  'SamplerState.';

const CUBES = 'SamplerState s; TextureCubeArray<float4> x';

const UNSUPPORTED = [
  ['Texture1D<float4> x', 'x.Load(int2(0)).x', 'Texture1D'],
  ['Texture2DMS<float4> x', 'x.Load(int2(0), 0).x', 'Texture2DMS'],
  ['SamplerState s; TextureCube<float4> x', 'x.SampleLevel(s, float3(0), 0).x', 'TextureCube'],
  [CUBES, 'x.SampleLevel(s, float4(0), 0).x', 'TextureCubeArray'],
  ['Texture2D<uint> x', 'x.Load(int3(0))', 'Texture2D of uint32'],
  ['Texture2D<half4> x', 'x.Load(int3(0)).x', 'Texture2D of float16'],
  ['RasterizerOrderedTexture2D<float> x', 'x[uint2(0)]', 'RasterizerOrderedTexture2D'],
  ['Texture2D<float4> x[4]', 'x[thread.x].Load(int3(0)).x', 'array of Texture2D'],
  ['RWStructuredBuffer<float> x[4]', 'x[thread.x][0]', 'array of RWStructuredBuffer'],
  ['ConstantBuffer<float4> x[2]', 'x[thread.x].x', 'array of ConstantBuffer'],
  ['Texture3D<uint> x', 'x.Load(int4(0)).x', 'Texture3D of uint32'],
] as const;

describe('a parameter that cannot be filled or bound', () => {
  it.each(UNSUPPORTED)('is rejected if it is used: %s', (declaration, use, kind) => {
    expect(planner.refusal(shaderOf(`${declaration};`, `result[0] = ${use};`))).toBe(
      `Could not generate binding for x: ${kind} is not supported; ${SUPPORTED}`,
    );
  });

  it.each([
    ...UNSUPPORTED.map(([declaration]) => declaration),
    ...['WTexture1D<float4> x', 'Buffer<float> x', 'RWBuffer<float4> x', 'Texture2D<float4> x'],
    ...['AppendStructuredBuffer<float> x', 'ConsumeStructuredBuffer<float> x'],
    ...['RaytracingAccelerationStructure x', 'FeedbackTexture2D x', 'RWTexture2DMS<float> x'],
    ...['Sampler2DShadow x', 'SamplerComparisonState x', 'RWTexture2D<float4> x'],
    ...['[format("r64ui")] WTexture2D<uint> x', 'RWStructuredBuffer<bool> x'],
    ...['RWStructuredBuffer<float> x[]', 'struct S { float4 a; }; ParameterBlock<S> x'],
    ...['[[vk::binding(3, 1)]] RWStructuredBuffer<float> x', 'RWStructuredBuffer<float> x'],
    ...['[vk::push_constant] ConstantBuffer<float4> x', 'type_param T; ParameterBlock<T> x'],
  ])('is left out if nothing uses it: %s', (declaration) => {
    const { layout, resourceCommands } = planner.descriptor(shaderOf(`${declaration};`));
    expect(Object.keys(layout)).toEqual(['outputTexture', 'result']);
    expect(resourceCommands.map(({ resourceName }) => resourceName)).toEqual(Object.keys(layout));
  });

  it('is left out if it is used only by entry points that are never called', () => {
    const source = `${shaderOf('RWStructuredBuffer<float> cells; Texture1D<float4> ramp; uniform float time;')}
      [shader("compute")] [numthreads(1, 1, 1)] void other() { cells[0] = ramp.Load(int2(0)).x + time; }
      [shader("fragment")] float4 paint(uniform float4 color) : SV_Target { return color; }`;
    expect(Object.keys(planner.descriptor(source).layout)).toEqual(['outputTexture', 'result']);
  });
});

const NO_DEPTH =
  'comparison samplers need a depth texture, which the playground cannot make; use SamplerState and compare in the shader.';

const ON_FIVE = '[[vk::binding(5)]] [playground::ZEROS(4)] RWStructuredBuffer<float>';

const REFUSED = [
  [
    ...['[vk::push_constant] ConstantBuffer<float4> x', 'x.x', 'x'],
    'WebGPU has no push constants. Declare the ConstantBuffer without [vk::push_constant].',
  ],
  [
    ...['RWStructuredBuffer<float>.Handle x', 'x[0]', '_slang_resource_heap'],
    'the compiled shader uses it, but no parameter declares it.',
  ],
  [
    'SamplerComparisonState x; [playground::URL("a")] Texture2D<float> t',
    ...['t.SampleCmpLevelZero(x, float2(0), 0)', 'x', NO_DEPTH],
  ],
  [
    ...['[playground::URL("a")] Sampler2DShadow x', 'x.SampleCmpLevelZero(float2(0), 0)', 'x'],
    'the compiled shader declares it as texture_depth_2d, but the playground can only bind texture_2d<f32>.',
  ],
  [`${ON_FIVE} y; ${ON_FIVE} x`, 'x[0] + y[0]', 'x', 'y has the same binding, 5.'],
] as const;

describe('a parameter that WebGPU does not accept', () => {
  it.each(REFUSED)('is rejected: %s', (declaration, use, name, why) => {
    expect(planner.refusal(shaderOf(`${declaration};`, `result[0] = ${use};`))).toBe(
      `Could not generate binding for ${name}: ${why}`,
    );
  });

  it.each([
    ['uniform int16_t x', 'x', 'int16'],
    ['uniform uint64_t x', 'uint(x)', 'uint64'],
    ['struct S { bool a; int64_t b; }; uniform S x', 'x.a ? 1 : 0', 'int64'],
    ['uniform float* x', 'x[0]', 'pointer'],
    ['[playground::ZEROS(4)] RWStructuredBuffer<bool> x', 'x[0] ? 1 : 0', 'bool'],
    ['[playground::ZEROS(4)] RWStructuredBuffer<int64_t> x', 'int(x[0])', 'int64'],
    ['[playground::ZEROS(4)] RWStructuredBuffer<Optional<float>> x', 'x[0].value', 'bool'],
    ['struct S { float4 a; uint16_t b; }; ConstantBuffer<S> x', 'x.a.x', 'uint16'],
  ])('is rejected if WGSL cannot store it in a buffer: %s', (declaration, use, type) => {
    expect(planner.refusal(shaderOf(`${declaration};`, `result[0] = ${use};`))).toBe(
      `Could not generate binding for x: WGSL cannot keep ${type} in a buffer; use float, int or uint instead.`,
    );
  });
});

describe('a texture that no source can declare', () => {
  it.each(['write', 'readWrite', 'read'] as const)('is rejected for the access %s', (access) => {
    const type: ReflectedType = {
      ...{ kind: 'resource', baseShape: 'texture2D', access },
      ...{ array: false, multisample: false, combined: false },
      resultType: { kind: 'struct', name: 'S', fields: [] },
    };
    const slot = { group: 0, binding: 0 };
    const place = { kind: 'slot', ...slot } as const;
    const parameter = { name: 'x', fullName: 'x', type, place, attributes: [] };
    expect(resourceBinding(parameter, slot)).toEqual({
      ok: false,
      error: 'Unhandled inner type for x: it is a struct, but textures hold scalars and vectors.',
    });
  });
});

describe('bindings that a shader chooses', () => {
  it('move the uniform block, and the descriptor follows', () => {
    const declarations =
      '[[vk::binding(0)]] [playground::ZEROS(4)] RWStructuredBuffer<float> first; uniform float speed;';
    const planned = planner.descriptor(shaderOf(declarations, 'first[0] = speed;'));
    const { layout, uniformBlocks, shader } = planned;
    expect(layout['first']).toEqual({ kind: 'buffer', group: 0, binding: 0, access: 'storage' });
    expect(uniformBlocks).toEqual([
      { name: 'uniforms', slot: { group: 0, binding: 1 }, size: 16, components: [] },
    ]);
    expect(shader.code).toContain('@binding(1) @group(0) var<uniform> globalParams_0');
  });

  it('leave out the uniform block if no code uses a uniform', () => {
    const source = shaderOf('[playground::TIME] uniform float time;');
    expect(planner.descriptor(source).uniformBlocks).toEqual([
      {
        ...{ name: 'uniforms', slot: null, size: 16 },
        components: [{ type: 'TIME', name: 'time', offset: 0, scalarType: 'float32' }],
      },
    ]);
  });

  it('work without any uniforms', () => {
    const { uniformBlocks, layout } = planner.descriptor(shaderOf(''));
    expect([uniformBlocks, layout['outputTexture']?.binding]).toEqual([[], 0]);
  });

  it('are not confused by a ConstantBuffer named like the uniform block', () => {
    const declarations = 'ConstantBuffer<float4> globalParams; uniform float speed;';
    const source = shaderOf(declarations, 'result[0] = globalParams.x + speed;');
    const { uniformBlocks } = planner.descriptor(source);
    expect(uniformBlocks.map(({ name, slot }) => [name, slot?.binding])).toEqual([
      ['uniforms', 0],
      ['globalParams', 3],
    ]);
  });

  it('ignore specialization constants', () => {
    const source = shaderOf('[vk::constant_id(3)] const int count = 4;', 'result[0] = count;');
    expect(Object.keys(planner.descriptor(source).layout)).toEqual(['outputTexture', 'result']);
  });

  it('may be in any bind group', () => {
    const x = '[[vk::binding(3, 2)]] [playground::ZEROS(4)] RWStructuredBuffer<float> x;';
    const { layout, shader } = planner.descriptor(shaderOf(x, 'result[0] = x[0];'));
    expect(layout['x']).toEqual({ kind: 'buffer', access: 'storage', group: 2, binding: 3 });
    const slots = shader.slots['main']?.map(({ group, binding }) => `${group}:${binding}`);
    expect(slots).toEqual(['0:1', '2:3']);
  });
});
