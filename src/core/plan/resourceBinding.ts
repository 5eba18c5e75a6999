import type { ReflectedType, ResourceType } from '#core/plan/reflection/reflection.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { BoundParameter } from './boundParameter.ts';
import {
  is2DTexture,
  is3DTexture,
  isArrayOf2DTextures,
  isBuffer,
  isStorageTexture,
  kindInSlang,
} from './resourceKinds.ts';
import type { BindingSlot, ResourceBinding } from './runDescriptor.ts';
import { componentsOf, storableFormat, storageFormat } from './textureFormats.ts';

const SUPPORTED =
  'supported are (RW)StructuredBuffer, (RW)ByteAddressBuffer, ConstantBuffer, ParameterBlock, ' +
  'Texture2D, Texture2DArray and Texture3D of floats, W and RW textures of 2D, 2DArray and 3D, and ' +
  'SamplerState';

/**
 * How a resource is bound (specification, section 9: visible to compute only; buffers are storage
 * if read-write, otherwise read-only storage).
 *
 * @param declaredType the type that the compiled code declares at the slot, if known
 */
export function resourceBinding(
  parameter: BoundParameter,
  slot: BindingSlot,
  declaredType?: string,
): Result<ResourceBinding> {
  const { type } = parameter;
  switch (type.kind) {
    case 'samplerState':
      return ok({ ...slot, kind: 'sampler' });
    case 'resource':
      if (isBuffer(type)) return storageBufferBinding(parameter, type, slot);
      if (isStorageTexture(type)) return storageTextureBinding(parameter, type, slot, declaredType);
      return sampledTextureBinding(parameter, type, slot);
    default:
      return unsupported(parameter);
  }
}

/** The message that names the parameter's kind and suggests alternatives. */
function unsupported({ name, type }: BoundParameter) {
  return fail(
    `Could not generate binding for ${name}: ${kindInSlang(type)} is not supported; ${SUPPORTED}.`,
  );
}

function storageBufferBinding(
  parameter: BoundParameter,
  type: ResourceType,
  slot: BindingSlot,
): Result<ResourceBinding> {
  if (type.access === 'other' || type.access === 'write') return unsupported(parameter);
  const access = type.access === 'read' ? 'read-only-storage' : 'storage';
  // Byte-address buffers are buffers of uint, whatever the code reads from them.
  const isRaw = type.baseShape === 'byteAddressBuffer';
  const scalar = isRaw ? undefined : unstorableType(type.resultType);
  if (scalar !== undefined) return fail(notStorable(parameter.name, scalar));
  return ok({ ...slot, kind: 'buffer', access });
}

export function notStorable(name: string, typeName: string): string {
  return (
    `Could not generate binding for ${name}: WGSL cannot keep ${typeName} in a buffer; ` +
    'use float, int or uint instead.'
  );
}

const STORABLE_SCALARS: ReadonlySet<string> = new Set(['float16', 'float32', 'int32', 'uint32']);

/**
 * The first part of a type that WGSL cannot store in a buffer, such as `bool` or `pointer`.
 *
 * @param converted a scalar type that is stored as another one
 */
export function unstorableType(type: ReflectedType, converted?: 'bool'): string | undefined {
  switch (type.kind) {
    case 'scalar':
      return STORABLE_SCALARS.has(type.scalarType) || type.scalarType === converted
        ? undefined
        : type.scalarType;
    case 'vector':
    case 'matrix':
    case 'array':
      return unstorableType(type.elementType, converted);
    case 'struct':
      return type.fields
        .map((field) => unstorableType(field.type, converted))
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
  slot: BindingSlot,
  declaredType: string | undefined,
): Result<ResourceBinding> {
  const { name } = parameter;
  const viewDimension = textureDimension(type);
  if (!viewDimension) return unsupported(parameter);
  const components = componentsOf(type);
  if (!components) return unhandledInnerType(name, type);
  const declared = declaredType === undefined ? undefined : storableFormat(declaredType);
  const format = storageFormat(type, components, parameter.format, declared);
  if (!format.ok) return fail(`Could not get texture format for ${name}: ${format.error}`);
  const access = type.access === 'readWrite' ? 'read-write' : 'write-only';
  return ok({ ...slot, kind: 'storageTexture', access, format: format.value, viewDimension });
}

function unhandledInnerType(name: string, { resultType }: ResourceType) {
  return fail(
    `Unhandled inner type for ${name}: it is a ${kindInSlang(resultType)}, but textures hold scalars and vectors.`,
  );
}

function textureDimension(type: ResourceType): '2d' | '2d-array' | '3d' | undefined {
  if (is2DTexture(type)) return '2d';
  if (isArrayOf2DTextures(type)) return '2d-array';
  return is3DTexture(type) ? '3d' : undefined;
}

/** Supports only textures that images or zeros can fill. */
function sampledTextureBinding(
  parameter: BoundParameter,
  type: ResourceType,
  slot: BindingSlot,
): Result<ResourceBinding> {
  const viewDimension = textureDimension(type);
  if (type.access !== 'read' || !viewDimension) return unsupported(parameter);
  const components = componentsOf(type);
  if (!components) return unhandledInnerType(parameter.name, type);
  if (components.scalarType !== 'float32') {
    return fail(
      `Could not generate binding for ${parameter.name}: ${kindInSlang(type)} of ${components.scalarType} is not supported; ${SUPPORTED}.`,
    );
  }
  return ok({ ...slot, kind: 'texture', sampleType: 'float', viewDimension });
}
