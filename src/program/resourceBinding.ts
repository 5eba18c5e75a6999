import { fail, ok, type Result } from '#shared/result.ts';
import type { BoundParameter } from './boundParameter.ts';
import type { ReflectedType, ResourceType } from './reflection.ts';
import {
  is2DTexture,
  is3DTexture,
  isArrayOf2DTextures,
  isBuffer,
  isStorageTexture,
  kindInSlang,
} from './resourceKinds.ts';
import type { ResourceBinding } from './runDescriptor.ts';
import { componentsOf, storageFormat } from './textureFormats.ts';

const SUPPORTED =
  'supported are (RW)StructuredBuffer, (RW)ByteAddressBuffer, ConstantBuffer, Texture2D of floats, ' +
  'W and RW textures of 2D, 2DArray and 3D, and SamplerState';

/**
 * The binding of a parameter that takes a slot of bind group 0 (specification, section 9: compute
 * visibility only; buffers are storage when read-write, else read-only storage).
 */
export function resourceBinding(
  parameter: BoundParameter,
  binding: number,
): Result<ResourceBinding> {
  const { type } = parameter;
  switch (type.kind) {
    case 'samplerState':
      return ok({ kind: 'sampler', binding });
    case 'constantBuffer':
    case 'textureBuffer':
      return bufferBinding(parameter, type.elementType, {
        kind: 'buffer',
        binding,
        access: 'uniform',
      });
    case 'resource':
      if (isBuffer(type)) return storageBufferBinding(parameter, type, binding);
      if (isStorageTexture(type)) return storageTextureBinding(parameter, type, binding);
      return sampledTextureBinding(parameter, type, binding);
    default:
      return unsupported(parameter);
  }
}

/** Says what the parameter is, and what it could be instead. */
function unsupported({ name, type }: BoundParameter) {
  return fail(
    `Could not generate binding for ${name}: ${kindInSlang(type)} is not supported; ${SUPPORTED}.`,
  );
}

function storageBufferBinding(
  parameter: BoundParameter,
  type: ResourceType,
  binding: number,
): Result<ResourceBinding> {
  if (type.access === 'other' || type.access === 'write') return unsupported(parameter);
  const access = type.access === 'read' ? 'read-only-storage' : 'storage';
  const bound: ResourceBinding = { kind: 'buffer', binding, access };
  // Byte-address buffers are buffers of uint, whatever is read from them.
  if (type.baseShape === 'byteAddressBuffer') return ok(bound);
  return bufferBinding(parameter, type.resultType, bound);
}

function bufferBinding(
  { name }: BoundParameter,
  elementType: ReflectedType,
  binding: ResourceBinding,
): Result<ResourceBinding> {
  const scalar = unstorableType(elementType);
  return scalar === undefined ? ok(binding) : fail(notStorable(name, scalar));
}

export function notStorable(name: string, typeName: string): string {
  return (
    `Could not generate binding for ${name}: WGSL cannot keep ${typeName} in a buffer; ` +
    'use float, int or uint instead.'
  );
}

const STORABLE_SCALARS: ReadonlySet<string> = new Set(['float16', 'float32', 'int32', 'uint32']);

/** The first part of a type that WGSL cannot keep in a buffer, such as `bool` or `pointer`. */
export function unstorableType(type: ReflectedType): string | undefined {
  switch (type.kind) {
    case 'scalar':
      return STORABLE_SCALARS.has(type.scalarType) ? undefined : type.scalarType;
    case 'vector':
    case 'matrix':
    case 'array':
      return unstorableType(type.elementType);
    case 'struct':
      return type.fields
        .map((field) => unstorableType(field.type))
        .find((scalar) => scalar !== undefined);
    case 'unknown':
      return type.name;
    default:
      return undefined;
  }
}

function storageTextureBinding(
  parameter: BoundParameter,
  type: ResourceType,
  binding: number,
): Result<ResourceBinding> {
  const { name } = parameter;
  const viewDimension = storageDimension(type);
  if (!viewDimension) return unsupported(parameter);
  const components = componentsOf(type);
  if (!components) return unhandledInnerType(name, type);
  const format = storageFormat(type, components, parameter.format);
  if (!format.ok) return fail(`Could not get texture format for ${name}: ${format.error}`);
  const access = type.access === 'readWrite' ? 'read-write' : 'write-only';
  return ok({ kind: 'storageTexture', binding, access, format: format.value, viewDimension });
}

function unhandledInnerType(name: string, { resultType }: ResourceType) {
  return fail(
    `Unhandled inner type for ${name}: it is a ${kindInSlang(resultType)}, but textures hold scalars and vectors.`,
  );
}

function storageDimension(type: ResourceType): '2d' | '2d-array' | '3d' | undefined {
  if (is2DTexture(type)) return '2d';
  if (isArrayOf2DTextures(type)) return '2d-array';
  return is3DTexture(type) ? '3d' : undefined;
}

/** Only what an image can be loaded into has a meaning. */
function sampledTextureBinding(
  parameter: BoundParameter,
  type: ResourceType,
  binding: number,
): Result<ResourceBinding> {
  if (type.access !== 'read' || !is2DTexture(type)) return unsupported(parameter);
  const components = componentsOf(type);
  if (!components) return unhandledInnerType(parameter.name, type);
  if (components.scalarType !== 'float32') {
    return fail(
      `Could not generate binding for ${parameter.name}: ${kindInSlang(type)} of ${components.scalarType} is not supported; ${SUPPORTED}.`,
    );
  }
  return ok({ kind: 'texture', binding, sampleType: 'float', viewDimension: '2d' });
}
