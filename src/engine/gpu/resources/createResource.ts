import { contentsOf, type ParsedResourceCommand } from '#core/plan/attributes/resources.ts';
import { texelSides } from '#core/plan/contents.ts';
import type { ResourceBinding } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { DEFAULT_SAMPLER } from './defaultSampler.ts';
import { createBuffer, createTexture, type Resource, screenSize } from './resource.ts';
import type { ResourceData } from './resourceData.ts';

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
  const { device, name, command, data } = request;
  const contents = contentsOf(command);
  switch (contents.kind) {
    case 'zeros':
      return contents.of === 'elements'
        ? createBuffer(device, name, contents.count * contents.elementSize)
        : createEmptyTexture(request, texelSides(contents));
    case 'screen':
      return createEmptyTexture(request, screenSize(request.screen, contents));
    case 'bytes':
      if (data?.kind !== 'bytes') throw missingData(request);
      return createBuffer(device, name, new Uint8Array(data.bytes));
    case 'image':
      if (data?.kind !== 'images') throw missingData(request);
      return createImageTexture(request, contents.format, data.images);
    case 'sampler':
      return { kind: 'sampler', sampler: createSampler(request) };
    default:
      return assertNever(contents);
  }
}

function missingData({ name, command }: ResourceRequest): Error {
  return new Error(`The data of ${name} (${command.type}) was not loaded.`);
}

function createEmptyTexture(
  { device, name, command, binding }: ResourceRequest,
  size: number[],
): Resource {
  if (binding.kind !== 'storageTexture' && binding.kind !== 'texture') {
    throw new Error(`Failed to create texture ${name}: ${command.type} needs a texture.`);
  }
  const { viewDimension } = binding;
  const isStored = binding.kind === 'storageTexture';
  const format = isStored ? binding.format : ZEROS_FORMAT;
  return createTexture(device, { name, size, format, viewDimension, isStored });
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
  return createTexture(device, { name, size, format, viewDimension, images });
}

function createSampler({ device, name }: ResourceRequest): GPUSampler {
  return device.createSampler({ label: name, ...DEFAULT_SAMPLER });
}
