import { fail, ok, type Result } from '#shared/result.ts';
import type { ResourceType } from './reflection.ts';

/** From the names that Slang's `[format("…")]` takes to WebGPU's. */
const WEBGPU_FORMATS: Readonly<Record<string, GPUTextureFormat>> = {
  r8: 'r8unorm',
  r8_snorm: 'r8snorm',
  r8ui: 'r8uint',
  r8i: 'r8sint',
  r16: 'r16unorm',
  r16_snorm: 'r16snorm',
  r16ui: 'r16uint',
  r16i: 'r16sint',
  r16f: 'r16float',
  rg8: 'rg8unorm',
  rg8_snorm: 'rg8snorm',
  rg8ui: 'rg8uint',
  rg8i: 'rg8sint',
  r32ui: 'r32uint',
  r32i: 'r32sint',
  r32f: 'r32float',
  rg16: 'rg16unorm',
  rg16_snorm: 'rg16snorm',
  rg16ui: 'rg16uint',
  rg16i: 'rg16sint',
  rg16f: 'rg16float',
  rgba8: 'rgba8unorm',
  rgba8_snorm: 'rgba8snorm',
  rgba8ui: 'rgba8uint',
  rgba8i: 'rgba8sint',
  bgra8: 'bgra8unorm',
  rgb10_a2ui: 'rgb10a2uint',
  rgb10_a2: 'rgb10a2unorm',
  r11f_g11f_b10f: 'rg11b10ufloat',
  rg32ui: 'rg32uint',
  rg32i: 'rg32sint',
  rg32f: 'rg32float',
  rgba16: 'rgba16unorm',
  rgba16_snorm: 'rgba16snorm',
  rgba16ui: 'rgba16uint',
  rgba16i: 'rgba16sint',
  rgba16f: 'rgba16float',
  rgba32ui: 'rgba32uint',
  rgba32i: 'rgba32sint',
  rgba32f: 'rgba32float',
};

/** The WebGPU format for a Slang format name. */
export function webgpuFormat(name: string): Result<GPUTextureFormat> {
  const format = WEBGPU_FORMATS[name];
  return format ? ok(format) : fail(`Could not find webgpu format for ${name}`);
}

/**
 * The format of a storage texture whose declaration names none: 32 bits a component, in as many
 * components as it has (specification, section 5, "Texture formats").
 */
export function defaultStorageFormat(type: ResourceType): Result<GPUTextureFormat> {
  const { components, scalarType } = componentsOf(type);
  if (type.access === 'readWrite' && components > 1) {
    return fail(
      `a read-write texture has one component unless its format is given, but this one has ${components}; ` +
        'WebGPU reads and writes r32float, r32int and r32uint only',
    );
  }
  const suffix = { float32: 'f', int32: 'i', uint32: 'ui' }[scalarType];
  if (suffix === undefined) {
    return fail(`no format has components of type ${scalarType}; use float, int or uint`);
  }
  const channels = { 1: 'r', 2: 'rg', 3: 'rgba', 4: 'rgba' }[components];
  return webgpuFormat(`${channels ?? components}32${suffix}`);
}

function componentsOf(type: ResourceType): { components: number; scalarType: string } {
  const { resultType } = type;
  if (resultType.kind === 'scalar') return { components: 1, scalarType: resultType.scalarType };
  if (resultType.kind === 'vector' && resultType.elementType.kind === 'scalar') {
    return { components: resultType.elementCount, scalarType: resultType.elementType.scalarType };
  }
  return { components: 0, scalarType: resultType.kind };
}

/** How a shader samples a texture of this type. */
export function sampleTypeOf(type: ResourceType): GPUTextureSampleType {
  const { scalarType } = componentsOf(type);
  if (scalarType.startsWith('uint')) return 'uint';
  if (scalarType.startsWith('int')) return 'sint';
  return 'float';
}
