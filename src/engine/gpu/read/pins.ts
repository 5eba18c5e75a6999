import type { Dispose } from '#core/util/disposer.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { explainRefusal } from './staging.ts';

export interface PinnedCopy {
  readonly device: GPUDevice;
  readonly name: string;
  readonly frame: number;
  readonly content:
    | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
    | { readonly kind: 'texture'; readonly texture: GPUTexture };
  dispose: Dispose;
}

interface PinRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly frame: number;
  readonly resource: Exclude<Resource, { kind: 'sampler' }>;
}

export async function pinCopy(request: PinRequest): Promise<Result<PinnedCopy>> {
  const { device, name, frame, resource } = request;
  const refused = catchRefusals(device);
  const encoder = device.createCommandEncoder({ label: `pin ${name}` });
  const content =
    resource.kind === 'buffer'
      ? copyBuffer(device, encoder, resource.buffer)
      : copyTexture(device, encoder, resource.texture);
  device.queue.submit([encoder.finish()]);
  const dispose = () => {
    if (content.kind === 'buffer') content.buffer.destroy();
    else content.texture.destroy();
  };
  const problem = explainRefusal(await refused());
  if (problem === null) return ok({ device, name, frame, content, dispose });
  dispose();
  return fail(`${name} cannot be pinned: ${problem}`);
}

function copyBuffer(device: GPUDevice, encoder: GPUCommandEncoder, from: GPUBuffer) {
  const buffer = device.createBuffer({
    label: 'pinned',
    size: from.size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
  encoder.copyBufferToBuffer(from, 0, buffer, 0, from.size);
  return { kind: 'buffer' as const, buffer };
}

function copyTexture(device: GPUDevice, encoder: GPUCommandEncoder, from: GPUTexture) {
  const size = [from.width, from.height, from.depthOrArrayLayers];
  const texture = device.createTexture({
    label: 'pinned',
    size,
    dimension: from.dimension,
    format: from.format,
    usage: GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING,
  });
  encoder.copyTextureToTexture({ texture: from }, { texture }, size);
  return { kind: 'texture' as const, texture };
}

/** Whether the resource still has the same size and format as its copy. */
export function isComparable({ content }: PinnedCopy, resource: Resource): boolean {
  if (content.kind === 'buffer') {
    return resource.kind === 'buffer' && resource.buffer.size === content.buffer.size;
  }
  const { width, height, depthOrArrayLayers, format } = content.texture;
  return (
    resource.kind === 'texture' &&
    resource.texture.width === width &&
    resource.texture.height === height &&
    resource.texture.depthOrArrayLayers === depthOrArrayLayers &&
    resource.texture.format === format
  );
}
