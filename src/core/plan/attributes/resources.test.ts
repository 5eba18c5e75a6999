import { beforeAll, describe, expect, it } from 'vitest';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { createPlanner, type Planner, shaderOf } from '../../../../tests/support/planner.ts';
import { planParameter } from './planParameter.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

const STORAGE = { kind: 'buffer', access: 'storage', group: 0, binding: 2 };
const READ_ONLY = { kind: 'buffer', access: 'read-only-storage', group: 0, binding: 2 };
const WRITTEN = {
  kind: 'storageTexture',
  access: 'write-only',
  format: 'rgba32float',
  viewDimension: '2d',
  group: 0,
  binding: 2,
};
const IMAGE = { kind: 'texture', sampleType: 'float', viewDimension: '2d', group: 0, binding: 2 };

const STARTS = [
  ['ZEROS(7)', 'RWStructuredBuffer<float> x', { type: 'ZEROS', count: 7, elementSize: 4 }, STORAGE],
  [
    'ZEROS(7)',
    'StructuredBuffer<float3> x',
    { type: 'ZEROS', count: 7, elementSize: 16 },
    READ_ONLY,
  ],
  ['ZEROS(7)', 'RWByteAddressBuffer x', { type: 'ZEROS', count: 7, elementSize: 4 }, STORAGE],
  ['ZEROS(7)', 'ByteAddressBuffer x', { type: 'ZEROS', count: 7, elementSize: 4 }, READ_ONLY],
  [
    'ZEROS(7)',
    'RWStructuredBuffer<Atomic<uint>> x',
    { type: 'ZEROS', count: 7, elementSize: 4 },
    STORAGE,
  ],
  [
    'ZEROS(7)',
    'RasterizerOrderedStructuredBuffer<int2> x',
    { type: 'ZEROS', count: 7, elementSize: 8 },
    STORAGE,
  ],
  [
    'DATA("a.bin")',
    'StructuredBuffer<uint2> x',
    { type: 'DATA', url: 'a.bin', elementSize: 8 },
    READ_ONLY,
  ],
  [
    'DATA("a.bin")',
    'ByteAddressBuffer x',
    { type: 'DATA', url: 'a.bin', elementSize: 4 },
    READ_ONLY,
  ],
  ['RAND(9)', 'RWStructuredBuffer<float> x', { type: 'RAND', count: 9 }, STORAGE],
  ['RAND(9)', 'StructuredBuffer<float> x', { type: 'RAND', count: 9 }, READ_ONLY],
  ['BLACK(3, 4)', 'WTexture2D<float4> x', { type: 'BLACK', width: 3, height: 4 }, WRITTEN],
  [
    'BLACK(3, 4)',
    'RWTexture2D<uint> x',
    { type: 'BLACK', width: 3, height: 4 },
    { ...WRITTEN, access: 'read-write', format: 'r32uint' },
  ],
  [
    'BLACK_SCREEN(0.5, 2)',
    'WTexture2D<float4> x',
    { type: 'BLACK_SCREEN', widthScale: 0.5, heightScale: 2 },
    WRITTEN,
  ],
  [
    'BLACK_3D(2, 3, 4)',
    'WTexture3D<float4> x',
    { type: 'BLACK_3D', width: 2, height: 3, depth: 4 },
    { ...WRITTEN, viewDimension: '3d' },
  ],
  [
    'BLACK_3D(2, 3, 4)',
    'RWTexture3D<float> x',
    { type: 'BLACK_3D', width: 2, height: 3, depth: 4 },
    { ...WRITTEN, access: 'read-write', format: 'r32float', viewDimension: '3d' },
  ],
  [
    'BLACK_3D(2, 3, 4)',
    'WTexture2DArray<float4> x',
    { type: 'BLACK_3D', width: 2, height: 3, depth: 4 },
    { ...WRITTEN, viewDimension: '2d-array' },
  ],
  [
    'BLACK_3D(2, 3, 4)',
    'Texture3D<float4> x',
    { type: 'BLACK_3D', width: 2, height: 3, depth: 4 },
    { ...IMAGE, viewDimension: '3d' },
  ],
  [
    'URL("a.png")] [playground::URL("b.png")',
    'Texture2DArray<float4> x',
    { type: 'URL', urls: ['a.png', 'b.png'], format: 'rgba8unorm' },
    { ...IMAGE, viewDimension: '2d-array' },
  ],
  [
    'URL("a b.png")',
    'Texture2D<float4> x',
    { type: 'URL', urls: ['a b.png'], format: 'rgba8unorm' },
    IMAGE,
  ],
  [
    'URL("a.png")',
    'Texture2D<float> x',
    { type: 'URL', urls: ['a.png'], format: 'rgba8unorm' },
    IMAGE,
  ],
  [
    'URL("a.png")',
    '[format("rgba16f")] Texture2D<float4> x',
    { type: 'URL', urls: ['a.png'], format: 'rgba16float' },
    IMAGE,
  ],
  ['SAMPLER', 'SamplerState x', { type: 'SAMPLER' }, { kind: 'sampler', group: 0, binding: 2 }],
] as const;

describe('the initial content of a resource', () => {
  it.each(STARTS)(
    'is planned for [playground::%s] on %s, even if unused',
    (attribute, declaration, command, binding) => {
      expect(planner.resource(shaderOf(`[playground::${attribute}] ${declaration};`), 'x')).toEqual(
        {
          command,
          binding,
        },
      );
    },
  );

  it.each([
    ['float2x3', '', 32],
    ['column_major float2x3', '', 24],
    ['column_major float3x2', '', 32],
    ['column_major half3x2', '', 16],
    ['S', 'struct S { float a; column_major float2x3 m; };', 32],
    ['S', 'struct S { float a; float2x3 m; };', 48],
  ])('uses the size of a matrix in its order: %s %s', (type, declarations, elementSize) => {
    const source = shaderOf(
      `${declarations} [playground::ZEROS(7)] RWStructuredBuffer<${type}> x;`,
      'x[0] = x[1];',
      '[playground::CALL_SIZE_OF("x")]',
    );
    expect(planner.resource(source, 'x').command).toEqual({ type: 'ZEROS', count: 7, elementSize });
    expect(planner.descriptor(source).callCommands).toMatchObject([{ elementSize }]);
  });
});

const BUFFERS = 'structured buffers';
const FLOATS = 'buffers of 32-bit float';
const TEXTURES = '2D textures';
const WRITTEN_ONES = '2D textures that the shader writes (WTexture2D, RWTexture2D)';
const IMAGES = '2D textures and arrays of them';
const SAMPLED_ONES = '2D textures of floats that the shader samples (Texture2D, Texture2DArray)';
const TEXTURES_3D =
  '3D textures that the shader writes (WTexture3D, RWTexture3D) or samples (Texture3D), and arrays ' +
  'of 2D ones that it writes (WTexture2DArray, RWTexture2DArray)';

const MISFITS = [
  ['ZEROS(4)', 'WTexture2D<float4> x', BUFFERS],
  ['ZEROS(4)', 'uniform float x', BUFFERS],
  ['ZEROS(4)', 'SamplerState x', BUFFERS],
  ['ZEROS(4)', 'RWBuffer<float> x', BUFFERS],
  ['ZEROS(4)', 'ConstantBuffer<float> x', BUFFERS],
  ['ZEROS(4)', 'RWStructuredBuffer<float> x[2]', BUFFERS],
  ['DATA("a")', 'Texture2D<float4> x', BUFFERS],
  ['RAND(4)', 'RWStructuredBuffer<float2> x', FLOATS],
  ['RAND(4)', 'RWStructuredBuffer<half> x', FLOATS],
  ['RAND(4)', 'RWStructuredBuffer<uint> x', FLOATS],
  ['RAND(4)', 'RWByteAddressBuffer x', FLOATS],
  ['RAND(4)', 'uniform float x', FLOATS],
  ['BLACK(4, 4)', 'RWStructuredBuffer<float> x', TEXTURES],
  ['BLACK(4, 4)', 'WTexture1D<float4> x', TEXTURES],
  ['BLACK(4, 4)', 'WTexture3D<float4> x', TEXTURES],
  ['BLACK(4, 4)', 'WTexture2DArray<float4> x', TEXTURES],
  ['BLACK(4, 4)', 'Texture2DMS<float4> x', TEXTURES],
  ['BLACK(4, 4)', 'Texture2D<float4> x', WRITTEN_ONES],
  ['BLACK_SCREEN(1, 1)', 'SamplerState x', TEXTURES],
  ['BLACK_SCREEN(1, 1)', 'Texture2D<float4> x', WRITTEN_ONES],
  ['BLACK_3D(1, 1, 1)', 'WTexture2D<float4> x', TEXTURES_3D],
  ['BLACK_3D(1, 1, 1)', 'Texture3D<uint4> x', TEXTURES_3D],
  ['BLACK_3D(1, 1, 1)', 'Texture2DArray<float4> x', TEXTURES_3D],
  ['BLACK_3D(1, 1, 1)', 'uniform float x', TEXTURES_3D],
  ['URL("a")', 'Texture3D<float4> x', IMAGES],
  ['URL("a")', 'TextureCube<float4> x', IMAGES],
  ['URL("a")', 'StructuredBuffer<float> x', IMAGES],
  ['URL("a")', 'WTexture2D<float4> x', SAMPLED_ONES],
  ['URL("a")', 'Texture2D<uint4> x', SAMPLED_ONES],
  ['URL("a")', 'WTexture2DArray<float4> x', SAMPLED_ONES],
  ['SAMPLER', 'Texture2D<float4> x', 'samplers'],
  ['SAMPLER', 'uniform float x', 'samplers'],
  ['SAMPLER', 'SamplerState x[2]', 'samplers'],
] as const;

const WRONG_ARGUMENTS = [
  [
    'ZEROS(0)',
    'RWStructuredBuffer<float> x',
    'its count is 0, but has to be a whole number from 1 to 1073741824.',
  ],
  [
    'ZEROS(-5)',
    'RWStructuredBuffer<float4> x',
    'its count is -5, but has to be a whole number from 1 to 268435456.',
  ],
  [
    'ZEROS(2000000000)',
    'RWStructuredBuffer<float> x',
    'its count is 2000000000, but has to be a whole number from 1 to 1073741824.',
  ],
  [
    'RAND(0)',
    'RWStructuredBuffer<float> x',
    'its count is 0, but has to be a whole number from 1 to 1073741824.',
  ],
  [
    'DATA("")',
    'StructuredBuffer<float> x',
    'its address is "", but has to be a text that is not empty.',
  ],
  [
    'URL(" ")',
    'Texture2D<float4> x',
    'its address is " ", but has to be a text that is not empty.',
  ],
  [
    'BLACK(0, 4)',
    'WTexture2D<float4> x',
    'its width is 0, but has to be a whole number from 1 to 32768.',
  ],
  [
    'BLACK(4, 40000)',
    'WTexture2D<float4> x',
    'its height is 40000, but has to be a whole number from 1 to 32768.',
  ],
  [
    'BLACK_3D(4, 4, -1)',
    'WTexture3D<float4> x',
    'its depth is -1, but has to be a whole number from 1 to 32768.',
  ],
  [
    'BLACK_SCREEN(0, 1)',
    'WTexture2D<float4> x',
    'its width scale is 0, but has to be above 0 and at most 64.',
  ],
  [
    'BLACK_SCREEN(1, 65)',
    'WTexture2D<float4> x',
    'its height scale is 65, but has to be above 0 and at most 64.',
  ],
] as const;

describe('an unsuitable resource attribute', () => {
  it.each(MISFITS)('is rejected: [playground::%s] on %s', (attribute, declaration, supported) => {
    const name = attribute.replace(/\(.*/, '');
    expect(planner.refusal(shaderOf(`[playground::${attribute}] ${declaration};`))).toBe(
      `${name} attribute cannot be applied to x, it only supports ${supported}`,
    );
  });

  it.each(WRONG_ARGUMENTS)(
    'is rejected for its arguments: [playground::%s] on %s',
    (attribute, declaration, message) => {
      const name = attribute.replace(/\(.*/, '');
      expect(planner.refusal(shaderOf(`[playground::${attribute}] ${declaration};`))).toBe(
        `${name} attribute of x: ${message}`,
      );
    },
  );

  it('is rejected if an image cannot be loaded into the format', () => {
    expect(
      planner.refusal(shaderOf('[format("r32f")] [playground::URL("a")] Texture2D<float> x;')),
    ).toBe(
      'Could not get texture format for x: an image cannot be loaded into and filtered in r32float; ' +
        'it can in r8unorm, rg8unorm, rgba8unorm, bgra8unorm, rgb10a2unorm, r16float, rg16float, rgba16float',
    );
  });

  it('is rejected if the elements of a buffer have no size', () => {
    const type: ReflectedType = {
      kind: 'resource',
      baseShape: 'structuredBuffer',
      array: false,
      multisample: false,
      combined: false,
      access: 'readWrite',
      resultType: { kind: 'unknown', name: 'existential' },
    };
    expect(
      planParameter({
        name: 'x',
        type,
        fullName: 'x',
        place: { kind: 'slot', group: 0, binding: 0 },
        attributes: [{ name: 'playground_ZEROS', arguments: [4] }],
      }),
    ).toEqual({ ok: false, error: 'ZEROS attribute of x: its elements have no known size.' });
  });
});
