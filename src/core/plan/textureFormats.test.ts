import { describe, expect, it } from 'vitest';
import type { ResourceType } from '#core/plan/reflection/reflection.ts';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';
import { storageFormat, webgpuFormat } from './textureFormats.ts';

const planner = await createPlanner();

/** A storage texture that the shader writes, and reads if possible. */
function textureOf(declaration: string, texel: string): string {
  const body = declaration.includes('RW')
    ? 'x[thread.xy] = x[thread.yx];'
    : `x.Store(thread.xy, ${texel}(1));`;
  return shaderOf(`[playground::BLACK(4, 4)] ${declaration} x;`, body);
}

/** Slang's names and WebGPU's. A dash marks formats that no storage texture can have. */
const FORMATS = `
  rgba32f rgba32float      rgba16f rgba16float      rg32f rg32float         rg16f rg16float -
  r11f_g11f_b10f rg11b10ufloat -                    r32f r32float           r16f r16float -
  rgba16 rgba16unorm -     rgb10_a2 rgb10a2unorm -  rgba8 rgba8unorm        rg16 rg16unorm -
  rg8 rg8unorm -           r16 r16unorm -           r8 r8unorm -            rgba16_snorm rgba16snorm -
  rgba8_snorm rgba8snorm   rg16_snorm rg16snorm -   rg8_snorm rg8snorm -    r16_snorm r16snorm -
  r8_snorm r8snorm -       rgba32i rgba32sint       rgba16i rgba16sint      rgba8i rgba8sint
  rg32i rg32sint           rg16i rg16sint -         rg8i rg8sint -          r32i r32sint
  r16i r16sint -           r8i r8sint -             rgba32ui rgba32uint     rgba16ui rgba16uint
  rgb10_a2ui rgb10a2uint - rgba8ui rgba8uint        rg32ui rg32uint         rg16ui rg16uint -
  rg8ui rg8uint -          r32ui r32uint            r16ui r16uint -         r8ui r8uint -
  bgra8 bgra8unorm`;

const formats = [...FORMATS.matchAll(/(\w+) (\w+)( -)?/g)].map(
  ([, slang = '', webgpu = '', cannot]) => ({ slang, webgpu, isStored: cannot === undefined }),
);
const replaced = formats.filter(({ isStored }) => !isStored);

/** A texture with an explicit format, of its type of texels. */
const formatted = (slang: string) =>
  textureOf(`[format("${slang}")] WTexture2D<${texelOf(slang)}>`, texelOf(slang));

function texelOf(slangFormat: string): string {
  if (slangFormat.endsWith('ui')) return 'uint4';
  return slangFormat.endsWith('i') ? 'int4' : 'float4';
}

describe('explicit formats', () => {
  const stored = formats.filter(({ isStored }) => isStored);
  it.each(stored)('map $slang to $webgpu, also in the compiler’s WGSL', ({ slang, webgpu }) => {
    const { layout, shader } = planner.descriptor(formatted(slang));
    expect(layout['x']).toEqual({
      ...{ kind: 'storageTexture', group: 0, binding: 2, access: 'write-only' },
      ...{ format: webgpu, viewDimension: '2d' },
    });
    expect(shader.code).toContain(`x_0 : texture_storage_2d<${webgpu}, write>;`);
  });

  const floats = replaced.filter(({ slang }) => texelOf(slang) === 'float4');
  it.each(floats)('map $slang, which cannot be stored, to rgba32float', ({ slang }) => {
    const { layout, shader } = planner.descriptor(formatted(slang));
    expect(layout['x']).toMatchObject({ format: 'rgba32float' });
    expect(shader.code).toContain('x_0 : texture_storage_2d<rgba32float, write>;');
  });

  const integers = replaced.filter((format) => !floats.includes(format));
  it.each(integers)('reject the integers $slang and name an alternative', ({ slang, webgpu }) => {
    const instead = slang
      .replace('rgb10_a2', 'rgba16')
      .replace(/^(rg?)(?:8|16)(?=u?i)/, (_, rg) => `${rg}32`);
    expect(planner.refusal(formatted(slang))).toBe(
      `Could not get texture format for x: WGSL has no storage textures of ${webgpu}; write [format("${instead}")] instead`,
    );
  });

  it('are rejected if WebGPU has no such format', () => {
    expect(planner.refusal(textureOf('[format("r64ui")] WTexture2D<uint>', 'uint'))).toBe(
      'Could not get texture format for x: Could not find webgpu format for r64ui',
    );
    expect(webgpuFormat('toString')).toEqual({
      ok: false,
      error: 'Could not find webgpu format for toString',
    });
  });

  it('are rejected if they hold another type of number than the texture', () => {
    expect(planner.refusal(textureOf('[format("rgba8ui")] WTexture2D<float4>', 'float4'))).toBe(
      'Could not get texture format for x: rgba8ui does not hold float32',
    );
  });

  it('are rejected for read-write textures, except 32 bits in one component', () => {
    const refusal = planner.refusal(textureOf('[format("rgba8")] RWTexture2D<float4>', 'float4'));
    expect(refusal).toBe(
      'Could not get texture format for x: WebGPU cannot both read and write textures of rgba8unorm, ' +
        'only r32uint, r32sint, r32float; if the shader only writes it, declare a texture with W instead of RW',
    );
    for (const [format, texel] of Object.entries({ r32f: 'float', r32i: 'int', r32ui: 'uint' })) {
      const source = textureOf(`[format("${format}")] RWTexture2D<${texel}>`, texel);
      expect(planner.resource(source, 'x').binding).toMatchObject({ access: 'read-write' });
    }
  });
});

describe('formats of textures without an explicit one', () => {
  const DEFAULTS = `
    W float r32float    W float2 rg32float    W float3 rgba32float    W float4 rgba32float
    W int r32sint       W int2 rg32sint       W int4 rgba32sint       RW float r32float
    W uint r32uint      W uint2 rg32uint      W uint4 rgba32uint      RW int r32sint
    RW uint r32uint`;
  const defaults = [...DEFAULTS.matchAll(/(\w+) (\w+) (\w+)/g)].map(
    ([, prefix = '', texel = '', format = '']) => [prefix, texel, format] as const,
  );

  it.each(defaults)('match the compiler’s: %sTexture2D of %s is %s', (prefix, texel, format) => {
    const { layout, shader } = planner.descriptor(textureOf(`${prefix}Texture2D<${texel}>`, texel));
    const access = prefix === 'RW' ? 'read-write' : 'write-only';
    expect(layout['x']).toMatchObject({ kind: 'storageTexture', access, format });
    const written = access.replace('-only', '').replace('-', '_');
    expect(shader.code).toContain(`x_0 : texture_storage_2d<${format}, ${written}>;`);
  });

  const WIDER =
    'textures; use float, int or uint and name the format, as in [format("rgba16f")] WTexture2D<float4>';
  const one = (given: number) =>
    `a read-write texture has one component unless its format is given, but this one has ${given}; WebGPU reads and writes r32uint, r32sint, r32float only`;

  it.each([
    ['RW', 'float2', one(2)],
    ['RW', 'float4', one(4)],
    ['W', 'int3', 'no format has 3 components of int32; use 1, 2 or 4 of float, int or uint'],
    ['W', 'half3', 'no format has 3 components of float16; use 1, 2 or 4 of float, int or uint'],
    ['W', 'half', `WGSL stores no float16 in ${WIDER}`],
    ['W', 'half2', `WGSL stores no float16 in ${WIDER}`],
    ['W', 'half4', `WGSL stores no float16 in ${WIDER}`],
    ['W', 'int16_t', `WGSL stores no int16 in ${WIDER}`],
    ['W', 'uint64_t', 'Could not find webgpu format for r64ui'],
  ])('are rejected if WGSL has none: %sTexture2D of %s', (prefix, texel, message) => {
    expect(planner.refusal(textureOf(`${prefix}Texture2D<${texel}>`, texel))).toBe(
      `Could not get texture format for x: ${message}`,
    );
  });

  const written: ResourceType = {
    ...{ kind: 'resource', baseShape: 'texture2D', access: 'write' },
    ...{ array: false, multisample: false, combined: false },
    resultType: { kind: 'unknown', name: 'none' },
  };

  it.each([
    ['float64', 1, 'there are no 64-bit formats, so float64 cannot be stored'],
    ['uint64', 4, 'there are no 64-bit formats, so uint64 cannot be stored'],
    ['float16', 2, 'a write-only texture of 2 components must be 32-bit, but this one is float16'],
    ['uint8', 2, 'a write-only texture of 2 components must be 32-bit, but this one is uint8'],
    ['bool', 1, 'no format has 1 components of bool; use 1, 2 or 4 of float, int or uint'],
    ['float32', 5, 'no format has 5 components of float32; use 1, 2 or 4 of float, int or uint'],
  ])(
    'are rejected for types that the compiler never reflects: %s, %i components',
    (scalarType, count, error) => {
      const found = storageFormat(written, { count, scalarType }, undefined);
      expect(found).toEqual({ ok: false, error });
    },
  );
});
