import { assertNever } from '#core/util/assertNever.ts';
import type { DeviceLimits, LimitName } from './deviceLimits.ts';
import { limitedNeeds, type Need } from './deviceNeeds.ts';
import { bufferTooLarge, textureTooLarge, tooManyLayers } from './limitMessages.ts';
import type { RunDescriptor } from './runDescriptor.ts';

export interface Excess extends Need {
  readonly allowed: number;
}

/** The amounts of a run that exceed a limit, as far as they are known before resources exist. */
export function findExcess(descriptor: RunDescriptor, limits: DeviceLimits): Excess[] {
  return limitedNeeds(descriptor).flatMap((need) => {
    const allowed = limits[need.limit];
    return need.used > allowed ? [{ ...need, allowed }] : [];
  });
}

export const COUNTED: Readonly<Record<LimitName, string>> = {
  maxBindGroups: 'bind groups',
  maxBindingsPerBindGroup: 'bindings in a bind group',
  maxStorageBuffersPerShaderStage: 'storage buffers',
  maxStorageTexturesPerShaderStage: 'textures that it writes',
  maxSampledTexturesPerShaderStage: 'textures that it samples',
  maxSamplersPerShaderStage: 'samplers',
  maxUniformBuffersPerShaderStage: 'uniform buffers',
  maxUniformBufferBindingSize: 'bytes of uniforms',
  maxStorageBufferBindingSize: 'bytes in a buffer',
  maxBufferSize: 'bytes in a buffer',
  maxTextureDimension2D: 'texels on a side',
  maxTextureDimension3D: 'texels on a side',
  maxTextureArrayLayers: 'layers',
  maxComputeWorkgroupStorageSize: 'bytes of groupshared memory',
  maxComputeInvocationsPerWorkgroup: 'threads in a group',
  maxComputeWorkgroupSizeX: 'threads in a group along x',
  maxComputeWorkgroupSizeY: 'threads in a group along y',
  maxComputeWorkgroupSizeZ: 'threads in a group along z',
  maxComputeWorkgroupsPerDimension: 'thread groups along an axis',
};

export function describeExcess(excess: Excess): string {
  const { limit, used, allowed, owner } = excess;
  const { kind, name } = owner;
  switch (kind) {
    case 'entry point':
      return (
        `Failed to create pipeline for entry point ${name}: it has ${used} ${COUNTED[limit]}, ` +
        `but this device allows ${allowed} (${limit}). ${adviceOn(limit)}`
      );
    case 'buffer':
      return bufferTooLarge(name, used, allowed);
    case 'uniforms':
      return `${bufferTooLarge(name, used, allowed)} Use a StructuredBuffer for large arrays.`;
    case 'texture':
      return limit === 'maxTextureArrayLayers'
        ? tooManyLayers(name, used, allowed)
        : textureTooLarge(name, owner.sides, allowed);
    default:
      return assertNever(kind);
  }
}

function adviceOn(limit: LimitName): string {
  if (limit.startsWith('maxComputeWorkgroupSize') || limit.endsWith('InvocationsPerWorkgroup')) {
    return 'Make the group smaller in [numthreads(…)].';
  }
  return limit === 'maxComputeWorkgroupStorageSize'
    ? 'Share less memory in a group.'
    : 'Split the work over several entry points, or put more into fewer resources.';
}
