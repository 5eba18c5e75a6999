/**
 * The limits that matter to programs, by WebGPU name, with the value that every device supports.
 */
export const DEFAULT_LIMITS = {
  maxBindGroups: 4,
  maxBindingsPerBindGroup: 1000,
  maxStorageBuffersPerShaderStage: 8,
  maxStorageTexturesPerShaderStage: 4,
  maxSampledTexturesPerShaderStage: 16,
  maxSamplersPerShaderStage: 16,
  maxUniformBuffersPerShaderStage: 12,
  maxUniformBufferBindingSize: 65536,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
  maxTextureDimension2D: 8192,
  maxTextureDimension3D: 2048,
  maxTextureArrayLayers: 256,
  maxComputeWorkgroupStorageSize: 16384,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256,
  maxComputeWorkgroupSizeZ: 64,
  maxComputeWorkgroupsPerDimension: 65535,
} as const;

export type LimitName = keyof typeof DEFAULT_LIMITS;

export type DeviceLimits = Readonly<Record<LimitName, number>>;

/** Messages about resources over a limit, for use before creation or once the size is known. */

export function bufferTooLarge(name: string, bytes: number, limit: number): string {
  return `Failed to create buffer ${name}: it has ${bytes} bytes, the device takes ${limit}.`;
}

/** @param size in texels: width, height, and depth of a 3D texture */
export function textureTooLarge(name: string, size: readonly number[], limit: number): string {
  return `Failed to create texture ${name}: ${size.join(' × ')} is over the device's limit of ${limit} on a side.`;
}

export function tooManyLayers(name: string, layers: number, limit: number): string {
  return `Failed to create texture ${name}: ${layers} layers are over the device's limit of ${limit}.`;
}
