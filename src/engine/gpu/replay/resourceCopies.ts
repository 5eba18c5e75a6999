import { PRINT_BUFFER, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';

export interface ResourceCopy {
  readonly name: string;
  readonly of: Resource;
  encode(encoder: GPUCommandEncoder): void;
  restore(encoder: GPUCommandEncoder): void;
  destroy: Dispose;
}

/** Null for a sampler, which has no contents. */
export function copyResource(
  device: GPUDevice,
  name: string,
  resource: Resource,
): ResourceCopy | null {
  switch (resource.kind) {
    case 'buffer':
      return copyBuffer(device, name, resource);
    case 'texture':
      return copyTexture(device, name, resource);
    case 'sampler':
      return null;
  }
}

function copyBuffer(
  device: GPUDevice,
  name: string,
  of: Extract<Resource, { kind: 'buffer' }>,
): ResourceCopy {
  const { buffer } = of;
  const copy = device.createBuffer({
    label: `copy of ${name}`,
    size: buffer.size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
  return {
    name,
    of,
    encode: (encoder) => encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size),
    restore: (encoder) => encoder.copyBufferToBuffer(copy, 0, buffer, 0, buffer.size),
    destroy: () => copy.destroy(),
  };
}

function copyTexture(
  device: GPUDevice,
  name: string,
  of: Extract<Resource, { kind: 'texture' }>,
): ResourceCopy {
  const { texture } = of;
  const size = [texture.width, texture.height, texture.depthOrArrayLayers];
  const copy = device.createTexture({
    label: `copy of ${name}`,
    size,
    dimension: texture.dimension,
    format: texture.format,
    usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.COPY_SRC,
  });
  return {
    name,
    of,
    encode: (encoder) => encoder.copyTextureToTexture({ texture }, { texture: copy }, size),
    restore: (encoder) => encoder.copyTextureToTexture({ texture: copy }, { texture }, size),
    destroy: () => copy.destroy(),
  };
}

/** What the run's shaders can write, except what is cleared before each frame. */
export function writableResources(
  { layout }: Pick<RunDescriptor, 'layout'>,
  resources: BoundResources,
): (readonly [name: string, resource: Resource])[] {
  return Object.entries(layout).flatMap(([name, binding]) => {
    const isWritable =
      (binding.kind === 'buffer' && binding.access === 'storage') ||
      (binding.kind === 'storageTexture' && binding.access !== 'read-only');
    const resource = isWritable && name !== PRINT_BUFFER ? resources.get(name) : undefined;
    return resource ? [[name, resource] as const] : [];
  });
}
