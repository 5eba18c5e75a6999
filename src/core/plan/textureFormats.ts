import type { ResourceType } from '#core/plan/reflection/reflection.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** Maps the names in Slang's `[format("…")]` to WebGPU's. */
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

/** The formats that WGSL, and so the Slang compiler, can write (WGSL, "Storage texel formats"). */
const STORAGE_FORMATS: ReadonlySet<GPUTextureFormat> = new Set<GPUTextureFormat>([
  'rgba8unorm',
  'rgba8snorm',
  'rgba8uint',
  'rgba8sint',
  'bgra8unorm',
  'rgba16uint',
  'rgba16sint',
  'rgba16float',
  'r32uint',
  'r32sint',
  'r32float',
  'rg32uint',
  'rg32sint',
  'rg32float',
  'rgba32uint',
  'rgba32sint',
  'rgba32float',
]);

/** The formats that one texture can be both read and written in (WebGPU). */
const READ_WRITE_FORMATS: ReadonlySet<GPUTextureFormat> = new Set<GPUTextureFormat>([
  'r32uint',
  'r32sint',
  'r32float',
]);

/** The formats that an image can be copied into and that can be sampled with filtering. */
const IMAGE_FORMATS: ReadonlySet<GPUTextureFormat> = new Set<GPUTextureFormat>([
  'r8unorm',
  'rg8unorm',
  'rgba8unorm',
  'bgra8unorm',
  'rgb10a2unorm',
  'r16float',
  'rg16float',
  'rgba16float',
]);

export function webgpuFormat(name: string): Result<GPUTextureFormat> {
  const format = ownValue(WEBGPU_FORMATS, name);
  return format ? ok(format) : fail(`Could not find webgpu format for ${name}`);
}

/**
 * The format in a declaration such as `texture_storage_2d<rgba8unorm, write>`, if WGSL can store
 * it.
 */
export function storableFormat(declaredType: string): GPUTextureFormat | undefined {
  const written = /^texture_storage_\w+<(\w+)/.exec(declaredType)?.[1];
  return [...STORAGE_FORMATS].find((format) => format === written);
}

/**
 * The format of a storage texture: `format` if given, otherwise one that fits its components. It
 * must match the WGSL, where the compiler replaces formats that WGSL cannot store.
 *
 * @param declared the format in the compiled code, if known
 */
export function storageFormat(
  { access }: ResourceType,
  components: TexelComponents,
  format: string | undefined,
  declared?: GPUTextureFormat,
): Result<GPUTextureFormat> {
  const wanted =
    format === undefined ? defaultFormat(access, components) : givenFormat(format, components);
  if (!wanted.ok) return wanted;
  const found = ok(storedInstead(wanted.value, declared));
  // The compiler's code for them, such as textureStore of vec4<f16>, is not valid WGSL.
  if (!components.scalarType.endsWith('32')) {
    return fail(
      `WGSL stores no ${components.scalarType} in textures; use float, int or uint and name the format, ` +
        'as in [format("rgba16f")] WTexture2D<float4>',
    );
  }
  if (!STORAGE_FORMATS.has(found.value)) {
    return fail(
      `WGSL has no storage textures of ${found.value}; write [format("${nearestStored(found.value)}")] instead`,
    );
  }
  if (access === 'readWrite' && !READ_WRITE_FORMATS.has(found.value)) {
    return fail(
      `WebGPU cannot both read and write textures of ${found.value}, only ${list(READ_WRITE_FORMATS)}; ` +
        'if the shader only writes it, declare a texture with W instead of RW',
    );
  }
  return found;
}

/**
 * The compiler replaces float formats that WGSL cannot store by larger ones. For integers it writes
 * a float format, which is invalid.
 */
function storedInstead(
  wanted: GPUTextureFormat,
  declared: GPUTextureFormat | undefined,
): GPUTextureFormat {
  if (STORAGE_FORMATS.has(wanted) || declared === undefined) return wanted;
  return texelKind(declared) === texelKind(wanted) ? declared : wanted;
}

/** The Slang name of a format that WGSL can store, with at least as many channels and bits. */
function nearestStored(wanted: GPUTextureFormat): string {
  const [, channels = '', bits = ''] = /^(rgba|rgb|rg|r)(\d+)/.exec(wanted) ?? [];
  const suffix = { float: 'f', int: 'i', uint: 'ui' }[texelKind(wanted)];
  if (channels.length < 3) return `${channels}32${suffix}`;
  return `rgba${bits === '8' && suffix !== 'f' ? '8' : '16'}${suffix}`;
}

function list(formats: ReadonlySet<GPUTextureFormat>): string {
  return [...formats].join(', ');
}

function givenFormat(name: string, { scalarType }: TexelComponents): Result<GPUTextureFormat> {
  const found = webgpuFormat(name);
  if (found.ok && texelKind(found.value) !== scalarKind(scalarType)) {
    return fail(`${name} does not hold ${scalarType}`);
  }
  return found;
}

export function imageFormat(format: string | undefined): Result<GPUTextureFormat> {
  const found = format === undefined ? ok<GPUTextureFormat>('rgba8unorm') : webgpuFormat(format);
  if (!found.ok || IMAGE_FORMATS.has(found.value)) return found;
  return fail(
    `an image cannot be loaded into and filtered in ${found.value}; it can in ${list(IMAGE_FORMATS)}`,
  );
}

/**
 * The format of a storage texture declared without one (specification, section 5, "Texture
 * formats"). WGSL and the compiler use four components for three floats.
 */
function defaultFormat(
  access: ResourceType['access'],
  { count, scalarType }: TexelComponents,
): Result<GPUTextureFormat> {
  if (access === 'readWrite' && count > 1) {
    return fail(
      `a read-write texture has one component unless its format is given, but this one has ${count}; ` +
        `WebGPU reads and writes ${list(READ_WRITE_FORMATS)} only`,
    );
  }
  const [, kind = '', bits = ''] = /^(float|int|uint)(8|16|32|64)$/.exec(scalarType) ?? [];
  if (bits === '64') return fail(`there are no 64-bit formats, so ${scalarType} cannot be stored`);
  if (count === 2 && bits !== '32') {
    return fail(
      `a write-only texture of 2 components must be 32-bit, but this one is ${scalarType}`,
    );
  }
  const suffix = ownValue({ float: 'f', int: 'i', uint: 'ui' }, kind);
  const channels = { 1: 'r', 2: 'rg', 3: scalarType === 'float32' ? 'rgba' : undefined, 4: 'rgba' }[
    count
  ];
  if (suffix === undefined || channels === undefined) {
    return fail(
      `no format has ${count} components of ${scalarType}; use 1, 2 or 4 of float, int or uint`,
    );
  }
  return webgpuFormat(`${channels}${bits}${suffix}`);
}

type NumberKind = 'float' | 'int' | 'uint';

function texelKind(format: GPUTextureFormat): NumberKind {
  if (format.endsWith('uint')) return 'uint';
  return format.endsWith('sint') ? 'int' : 'float';
}

function scalarKind(scalarType: string): NumberKind {
  if (scalarType.startsWith('uint')) return 'uint';
  return scalarType.startsWith('int') ? 'int' : 'float';
}

interface TexelComponents {
  readonly count: number;
  /** Reflection's name, such as `float32`. */
  readonly scalarType: string;
}

/** Undefined if the texels are neither scalars nor vectors. */
export function componentsOf({ resultType }: ResourceType): TexelComponents | undefined {
  if (resultType.kind === 'scalar') return { count: 1, scalarType: resultType.scalarType };
  if (resultType.kind === 'vector' && resultType.elementType.kind === 'scalar') {
    return { count: resultType.elementCount, scalarType: resultType.elementType.scalarType };
  }
  return undefined;
}
