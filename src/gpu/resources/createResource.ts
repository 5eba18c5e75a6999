import type { Size } from '#gpu/screen.ts';
import type { ParsedResourceCommand, ResourceBinding } from '#program/plan/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import { bufferSize } from './bufferSize.ts';
import { DEFAULT_SAMPLER } from './defaultSampler.ts';
import type { ResourceData } from './resourceData.ts';
import { checkTextureSize } from './textureSize.ts';

export type Resource =
  | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
  | { readonly kind: 'texture'; readonly texture: GPUTexture; readonly view: GPUTextureView }
  | { readonly kind: 'sampler'; readonly sampler: GPUSampler };

export interface ResourceRequest {
  readonly device: GPUDevice;
  readonly name: string;
  readonly command: ParsedResourceCommand;
  readonly binding: ResourceBinding;
  readonly data: ResourceData | undefined;
  readonly screen: Size;
}

/** @throws with the resource's name if the device cannot have it */
export function createResource(request: ResourceRequest): Resource {
  const { command, data } = request;
  switch (command.type) {
    case 'ZEROS':
      return createBuffer(request, command.count * command.elementSize);
    case 'RAND':
    case 'DATA':
      if (data?.kind !== 'bytes') throw missingData(request);
      return createBuffer(request, data.bytes.byteLength, data.bytes);
    case 'BLACK':
      return createTexture(request, [command.width, command.height]);
    case 'BLACK_3D':
      return createTexture(request, [command.width, command.height, command.depth]);
    case 'BLACK_SCREEN':
      return createTexture(request, [
        Math.max(1, Math.round(request.screen.width * command.widthScale)),
        Math.max(1, Math.round(request.screen.height * command.heightScale)),
      ]);
    case 'URL':
      if (data?.kind !== 'images') throw missingData(request);
      return createImageTexture(request, command.format, data.images);
    case 'SAMPLER':
      return { kind: 'sampler', sampler: createSampler(request) };
    default:
      return assertNever(command);
  }
}

function missingData({ name, command }: ResourceRequest): Error {
  return new Error(`The data of ${name} (${command.type}) was not loaded.`);
}

function createBuffer(request: ResourceRequest, bytes: number, content?: ArrayBuffer): Resource {
  const { device, name } = request;
  const size = bufferSize(name, bytes, device.limits.maxStorageBufferBindingSize);
  const buffer = device.createBuffer({
    label: name,
    size,
    usage:
      GPUBufferUsage.STORAGE |
      GPUBufferUsage.INDIRECT |
      GPUBufferUsage.COPY_SRC |
      GPUBufferUsage.COPY_DST,
  });
  if (content) {
    const padded = content.byteLength === size ? content : padTo(content, size);
    device.queue.writeBuffer(buffer, 0, padded);
  }
  return { kind: 'buffer', buffer };
}

function padTo(bytes: ArrayBuffer, size: number): ArrayBuffer {
  const padded = new Uint8Array(size);
  padded.set(new Uint8Array(bytes));
  return padded.buffer;
}

function createTexture(
  { device, name, command, binding }: ResourceRequest,
  size: number[],
): Resource {
  if (binding.kind !== 'storageTexture' && binding.kind !== 'texture') {
    throw new Error(`Failed to create texture ${name}: ${command.type} needs a texture.`);
  }
  const { viewDimension } = binding;
  const isStored = binding.kind === 'storageTexture';
  const format = isStored ? binding.format : ZEROS_FORMAT;
  checkTextureSize({ name, size, format, viewDimension }, device.limits);
  const texture = device.createTexture({
    label: name,
    size,
    dimension: viewDimension === '3d' ? '3d' : '2d',
    format,
    usage:
      (isStored ? GPUTextureUsage.STORAGE_BINDING : 0) |
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST,
  });
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

/** Of sampled textures that no image is loaded into: one that filters on every device. */
export const ZEROS_FORMAT = 'rgba8unorm';

function createImageTexture(
  { device, name, binding }: ResourceRequest,
  format: GPUTextureFormat,
  images: readonly [ImageBitmap, ...ImageBitmap[]],
): Resource {
  const [{ width, height }] = images;
  const size = [width, height, images.length];
  const viewDimension = binding.kind === 'texture' ? binding.viewDimension : '2d';
  checkTextureSize({ name, size, format, viewDimension }, device.limits);
  const texture = device.createTexture({
    label: name,
    size,
    format,
    usage:
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST |
      GPUTextureUsage.RENDER_ATTACHMENT,
  });
  for (const [layer, source] of images.entries()) {
    const destination = { texture, origin: [0, 0, layer] };
    device.queue.copyExternalImageToTexture({ source }, destination, [width, height]);
  }
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

function createSampler({ device, name }: ResourceRequest): GPUSampler {
  return device.createSampler({ label: name, ...DEFAULT_SAMPLER });
}

export function destroyResource(resource: Resource): void {
  if (resource.kind === 'buffer') resource.buffer.destroy();
  if (resource.kind === 'texture') resource.texture.destroy();
}
