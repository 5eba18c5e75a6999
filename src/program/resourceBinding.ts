import { fail, ok, type Result } from '#shared/result.ts';
import type { Parameter, ResourceType } from './reflection.ts';
import type { ResourceBinding } from './runDescriptor.ts';
import { defaultStorageFormat, sampleTypeOf, webgpuFormat } from './textureFormats.ts';

/**
 * The binding of a parameter that takes a slot of bind group 0 (specification, section 9: compute
 * visibility only; buffers are storage when read-write, else read-only storage).
 */
export function resourceBinding(parameter: Parameter, binding: number): Result<ResourceBinding> {
  const { name, type } = parameter;
  switch (type.kind) {
    case 'samplerState':
      return ok({ kind: 'sampler', binding });
    case 'resource':
      return resourceKindBinding(parameter, type, binding);
    default:
      return fail(
        `Could not generate binding for ${name}: ${type.kind} is not supported; ` +
          'structured buffers, textures and samplers are.',
      );
  }
}

const VIEW_DIMENSIONS: Readonly<Record<string, GPUTextureViewDimension>> = {
  texture2D: '2d',
  texture3D: '3d',
};

function resourceKindBinding(
  parameter: Parameter,
  type: ResourceType,
  binding: number,
): Result<ResourceBinding> {
  if (type.baseShape === 'structuredBuffer') {
    const access = type.access === 'readWrite' ? 'storage' : 'read-only-storage';
    return ok({ kind: 'buffer', binding, access });
  }
  const viewDimension = VIEW_DIMENSIONS[type.baseShape];
  if (!viewDimension || type.array || type.multisample) {
    return fail(
      `Could not generate binding for ${parameter.name}: ${type.baseShape} is not supported; ` +
        'structured buffers, 2D and 3D textures and samplers are.',
    );
  }
  if (type.access === 'read') {
    return ok({ kind: 'texture', binding, sampleType: sampleTypeOf(type), viewDimension });
  }
  const format =
    parameter.format === undefined ? defaultStorageFormat(type) : webgpuFormat(parameter.format);
  if (!format.ok)
    return fail(`Could not get texture format for ${parameter.name}: ${format.error}`);
  const access = type.access === 'readWrite' ? 'read-write' : 'write-only';
  return ok({ kind: 'storageTexture', binding, access, format: format.value, viewDimension });
}
