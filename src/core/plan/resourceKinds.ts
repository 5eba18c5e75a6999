import { elementSize } from '#core/plan/reflection/memoryLayout.ts';
import type {
  ParameterGroupType,
  ReflectedType,
  ResourceType,
} from '#core/plan/reflection/reflection.ts';

/** The elements of a byte-address buffer are 32-bit words. */
const WORD_SIZE = 4;

type BufferType = ResourceType & {
  readonly baseShape: 'structuredBuffer' | 'byteAddressBuffer';
};
export type TextureType = ResourceType & { readonly baseShape: `texture${string}` };
type StorageTextureType = TextureType & { readonly access: 'write' | 'readWrite' };

/** Whether it is bound as a buffer of plain data. It may also contain resources. */
export function isParameterGroup(type: ReflectedType): type is ParameterGroupType {
  return (
    type.kind === 'constantBuffer' ||
    type.kind === 'textureBuffer' ||
    type.kind === 'parameterBlock'
  );
}

export function isBuffer(type: ReflectedType): type is BufferType {
  return (
    type.kind === 'resource' &&
    (type.baseShape === 'structuredBuffer' || type.baseShape === 'byteAddressBuffer')
  );
}

/** The stride of a buffer's elements in bytes; undefined if the type is not a buffer. */
export function bufferElementSize(type: ReflectedType): number | undefined {
  if (!isBuffer(type)) return undefined;
  if (type.stride !== undefined) return type.stride;
  return type.baseShape === 'byteAddressBuffer' ? WORD_SIZE : elementSize(type.resultType);
}

export function isFloat32(type: ReflectedType): boolean {
  return type.kind === 'scalar' && type.scalarType === 'float32';
}

/** Whether it is a single 2D texture, written or sampled. */
export function is2DTexture(type: ReflectedType): type is TextureType {
  return isTextureOf(type, 'texture2D') && !type.array;
}

export function isArrayOf2DTextures(type: ReflectedType): type is TextureType {
  return isTextureOf(type, 'texture2D') && type.array;
}

export function is3DTexture(type: ReflectedType): type is TextureType {
  return isTextureOf(type, 'texture3D');
}

function isTextureOf(type: ReflectedType, baseShape: string): type is TextureType {
  return type.kind === 'resource' && type.baseShape === baseShape && !type.multisample;
}

/** Whether the shader writes the texture, texel by texel, instead of sampling it. */
export function isStorageTexture(type: ReflectedType): type is StorageTextureType {
  return (
    type.kind === 'resource' &&
    type.baseShape.startsWith('texture') &&
    type.baseShape !== 'textureBuffer' &&
    (type.access === 'write' || type.access === 'readWrite')
  );
}

/** Slang names that are not simply the reflected name with a capital letter. */
const BASE_SHAPES: ReadonlyMap<string, string> = new Map([
  ['textureBuffer', 'Buffer'],
  ['accelerationStructure', 'RaytracingAccelerationStructure'],
]);

const ACCESS_PREFIXES: Readonly<Record<ResourceType['access'], string>> = {
  read: '',
  write: 'W',
  readWrite: 'RW',
  rasterOrdered: 'RasterizerOrdered',
  other: '',
};

/**
 * A parameter's kind in Slang's notation, such as `RWTexture2DArray` or `array of SamplerState`.
 */
export function kindInSlang(type: ReflectedType): string {
  switch (type.kind) {
    case 'resource': {
      const shape = BASE_SHAPES.get(type.baseShape) ?? capitalized(type.baseShape);
      const named = type.combined ? shape.replace('Texture', 'Sampler') : shape;
      const suffix = `${type.multisample ? 'MS' : ''}${type.array ? 'Array' : ''}`;
      return `${ACCESS_PREFIXES[type.access]}${named}${suffix}`;
    }
    case 'array':
      return `array of ${kindInSlang(type.elementType)}`;
    case 'samplerState':
    case 'constantBuffer':
    case 'textureBuffer':
    case 'parameterBlock':
      return capitalized(type.kind);
    case 'unknown':
      return type.name;
    default:
      return type.kind;
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
