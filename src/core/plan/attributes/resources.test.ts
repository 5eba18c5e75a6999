import { describe, expect, it } from 'vitest';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { planParameter } from './planParameter.ts';
import { assetAt, usedAssets } from './resources.ts';

const planner = await createPlanner();

const STORAGE = { kind: 'buffer', access: 'storage', group: 0, binding: 2 };
const READ_ONLY = { kind: 'buffer', access: 'read-only-storage', group: 0, binding: 2 };
const TEXTURE_2D = { viewDimension: '2d', group: 0, binding: 2 };
const STORED = { kind: 'storageTexture', ...TEXTURE_2D };
const WRITTEN = { ...STORED, access: 'write-only', format: 'rgba32float' };
const IMAGE = { kind: 'texture', sampleType: 'float', ...TEXTURE_2D };
const IN_3D = { viewDimension: '3d' };
const LAYERS = { viewDimension: '2d-array' };
const bothWays = (format: string) => ({ ...STORED, access: 'read-write', format });

const zeros = (elementSize: number) => ({ type: 'ZEROS', count: 7, elementSize });
const data = (elementSize: number) => ({ type: 'DATA', url: 'a.bin', elementSize });
const image = (format: string, ...urls: string[]) => ({ type: 'URL', urls, format });
const RAND = { type: 'RAND', count: 9 };
const BLACK = { type: 'BLACK', width: 3, height: 4 };
const SCREEN = { type: 'BLACK_SCREEN', widthScale: 0.5, heightScale: 2 };
const BLACK_3D = { type: 'BLACK_3D', width: 2, height: 3, depth: 4 };
const RGBA8 = 'rgba8unorm';
const TWO_URLS = 'URL("a.png")] [playground::URL("b.png")';

const STARTS = [
  ['ZEROS(7)', 'RWStructuredBuffer<float> x', zeros(4), STORAGE],
  ['ZEROS(7)', 'StructuredBuffer<float3> x', zeros(16), READ_ONLY],
  ['ZEROS(7)', 'RWByteAddressBuffer x', zeros(4), STORAGE],
  ['ZEROS(7)', 'ByteAddressBuffer x', zeros(4), READ_ONLY],
  ['ZEROS(7)', 'RWStructuredBuffer<Atomic<uint>> x', zeros(4), STORAGE],
  ['ZEROS(7)', 'RasterizerOrderedStructuredBuffer<int2> x', zeros(8), STORAGE],
  ['DATA("a.bin")', 'StructuredBuffer<uint2> x', data(8), READ_ONLY],
  ['DATA("a.bin")', 'ByteAddressBuffer x', data(4), READ_ONLY],
  ['RAND(9)', 'RWStructuredBuffer<float> x', RAND, STORAGE],
  ['RAND(9)', 'StructuredBuffer<float> x', RAND, READ_ONLY],
  ['BLACK(3, 4)', 'WTexture2D<float4> x', BLACK, WRITTEN],
  ['BLACK(3, 4)', 'RWTexture2D<uint> x', BLACK, bothWays('r32uint')],
  ['BLACK_SCREEN(0.5, 2)', 'WTexture2D<float4> x', SCREEN, WRITTEN],
  ['BLACK_3D(2, 3, 4)', 'WTexture3D<float4> x', BLACK_3D, { ...WRITTEN, ...IN_3D }],
  ['BLACK_3D(2, 3, 4)', 'RWTexture3D<float> x', BLACK_3D, { ...bothWays('r32float'), ...IN_3D }],
  ['BLACK_3D(2, 3, 4)', 'WTexture2DArray<float4> x', BLACK_3D, { ...WRITTEN, ...LAYERS }],
  ['BLACK_3D(2, 3, 4)', 'Texture3D<float4> x', BLACK_3D, { ...IMAGE, ...IN_3D }],
  [TWO_URLS, 'Texture2DArray<float4> x', image(RGBA8, 'a.png', 'b.png'), { ...IMAGE, ...LAYERS }],
  ['URL("a b.png")', 'Texture2D<float4> x', image(RGBA8, 'a b.png'), IMAGE],
  ['URL("a.png")', 'Texture2D<float> x', image(RGBA8, 'a.png'), IMAGE],
  ['URL("a")', '[format("rgba16f")] Texture2D<float4> x', image('rgba16float', 'a'), IMAGE],
  ['SAMPLER', 'SamplerState x', { type: 'SAMPLER' }, { kind: 'sampler', group: 0, binding: 2 }],
] as const;

describe('the initial content of a resource', () => {
  it.each(STARTS)(
    'is planned for [playground::%s] on %s',
    (attribute, declaration, command, binding) => {
      const source = shaderOf(`[playground::${attribute}] ${declaration};`);
      expect(planner.resource(source, 'x')).toEqual({ command, binding });
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

/** Attributes with what they support and types that do not fit. */
const MISFITS = [
  ['ZEROS(4)', BUFFERS, 'WTexture2D<float4> float SamplerState RWBuffer<float>'],
  ['ZEROS(4)', BUFFERS, 'ConstantBuffer<float> RWStructuredBuffer<float>[2]'],
  ['DATA("a")', BUFFERS, 'Texture2D<float4>'],
  ['RAND(4)', FLOATS, 'RWStructuredBuffer<float2> RWStructuredBuffer<half>'],
  ['RAND(4)', FLOATS, 'RWStructuredBuffer<uint> RWByteAddressBuffer float'],
  ['BLACK(4, 4)', TEXTURES, 'RWStructuredBuffer<float> WTexture1D<float4> WTexture3D<float4>'],
  ['BLACK(4, 4)', TEXTURES, 'WTexture2DArray<float4> Texture2DMS<float4>'],
  ['BLACK(4, 4)', WRITTEN_ONES, 'Texture2D<float4>'],
  ['BLACK_SCREEN(1, 1)', TEXTURES, 'SamplerState'],
  ['BLACK_SCREEN(1, 1)', WRITTEN_ONES, 'Texture2D<float4>'],
  ['BLACK_3D(1, 1, 1)', TEXTURES_3D, 'WTexture2D<float4> Texture3D<uint4>'],
  ['BLACK_3D(1, 1, 1)', TEXTURES_3D, 'Texture2DArray<float4> float'],
  ['URL("a")', IMAGES, 'Texture3D<float4> TextureCube<float4> StructuredBuffer<float>'],
  ['URL("a")', SAMPLED_ONES, 'WTexture2D<float4> Texture2D<uint4> WTexture2DArray<float4>'],
  ['SAMPLER', 'samplers', 'Texture2D<float4> float SamplerState[2]'],
] as const;

const whole = (what: string, most: number) =>
  `its ${what}, but has to be a whole number from 1 to ${most}.`;
const NO_ADDRESS = 'but has to be a text that is not empty.';
const NO_SCALE = 'but has to be above 0 and at most 64.';

const WRONG_ARGUMENTS = [
  ['ZEROS(0)', 'RWStructuredBuffer<float> x', whole('count is 0', 1_073_741_824)],
  ['ZEROS(-5)', 'RWStructuredBuffer<float4> x', whole('count is -5', 268_435_456)],
  ['ZEROS(2000000000)', 'StructuredBuffer<float> x', whole('count is 2000000000', 1_073_741_824)],
  ['RAND(0)', 'RWStructuredBuffer<float> x', whole('count is 0', 1_073_741_824)],
  ['DATA("")', 'StructuredBuffer<float> x', `its address is "", ${NO_ADDRESS}`],
  ['URL(" ")', 'Texture2D<float4> x', `its address is " ", ${NO_ADDRESS}`],
  ['BLACK(0, 4)', 'WTexture2D<float4> x', whole('width is 0', 32_768)],
  ['BLACK(4, 40000)', 'WTexture2D<float4> x', whole('height is 40000', 32_768)],
  ['BLACK_3D(4, 4, -1)', 'WTexture3D<float4> x', whole('depth is -1', 32_768)],
  ['BLACK_SCREEN(0, 1)', 'WTexture2D<float4> x', `its width scale is 0, ${NO_SCALE}`],
  ['BLACK_SCREEN(1, 65)', 'WTexture2D<float4> x', `its height scale is 65, ${NO_SCALE}`],
] as const;

/** A source with `x` and the attribute, and the attribute's name. */
const given = (attribute: string, declaration: string) =>
  [shaderOf(`[playground::${attribute}] ${declaration};`), attribute.replace(/\(.*/, '')] as const;

describe('an unsuitable resource attribute', () => {
  it.each(MISFITS)('is rejected: [playground::%s]; only %s fit', (attribute, fitting, types) => {
    for (const type of types.split(' ')) {
      const [source, name] = given(attribute, `uniform ${type} x`);
      const message = `${name} attribute cannot be applied to x, it only supports ${fitting}`;
      expect([type, planner.refusal(source)]).toEqual([type, message]);
    }
  });

  it.each(WRONG_ARGUMENTS)('is rejected: [playground::%s] on %s', (attribute, declaration, why) => {
    const [source, name] = given(attribute, declaration);
    expect(planner.refusal(source)).toBe(`${name} attribute of x: ${why}`);
  });

  it('is rejected if an image cannot be loaded into the format', () => {
    const source = shaderOf('[format("r32f")] [playground::URL("a")] Texture2D<float> x;');
    expect(planner.refusal(source)).toBe(
      'Could not get texture format for x: an image cannot be loaded into and filtered in r32float; ' +
        'it can in r8unorm, rg8unorm, rgba8unorm, bgra8unorm, rgb10a2unorm, r16float, rg16float, rgba16float',
    );
  });

  it('is rejected if the elements of a buffer have no size', () => {
    const type: ReflectedType = {
      ...{ kind: 'resource', baseShape: 'structuredBuffer', access: 'readWrite' },
      ...{ array: false, multisample: false, combined: false },
      resultType: { kind: 'unknown', name: 'existential' },
    };
    const place = { kind: 'slot', group: 0, binding: 0 } as const;
    const attributes = [{ name: 'playground_ZEROS', arguments: [4] }];
    expect(planParameter({ name: 'x', type, fullName: 'x', place, attributes })).toEqual({
      ok: false,
      error: 'ZEROS attribute of x: its elements have no known size.',
    });
  });
});

const CAT = { path: 'cat.png', type: 'image/png', size: 4, hash: 'one' };
const DOG = { path: 'img/dog.png', type: 'image/png', size: 4, hash: 'two' };

it.each([
  ['cat.png', CAT],
  ['./cat.png', CAT],
  ['././img/dog.png', DOG],
  ['img/dog.png', DOG],
  ['Cat.png', undefined],
  ['/cat.png', undefined],
  ['../cat.png', undefined],
  ['cat.png?1', undefined],
  ['https://example.test/cat.png', undefined],
  ['constructor', undefined],
])('resolves %s to a file', (address, asset) => {
  expect(assetAt(address, [CAT, DOG])).toBe(asset);
});

it('finds the files of all texture layers and of data by their addresses', () => {
  const urls = ['./cat.png', 'https://example.test/a.png', 'img/dog.png'];
  const commands = [
    { resourceName: 'photos', parsedCommand: { type: 'URL', urls, format: 'rgba8unorm' } },
    { resourceName: 'points', parsedCommand: { type: 'DATA', url: 'cat.png', elementSize: 4 } },
    { resourceName: 'noise', parsedCommand: { type: 'RAND', count: 4 } },
  ] as const;
  expect(usedAssets(commands, [CAT, DOG])).toEqual({
    './cat.png': CAT,
    'img/dog.png': DOG,
    'cat.png': CAT,
  });
});
