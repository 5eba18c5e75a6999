import { assertNever } from '#core/util/assertNever.ts';
import { DEFAULT_SAMPLER } from '#engine/gpu/resources/defaultSampler.ts';
import {
  createBuffer,
  createTexture,
  type Resource,
  screenSize,
} from '#engine/gpu/resources/resource.ts';
import type { LoadedContents } from './programContents.ts';
import type { ResourceData } from './programData.ts';

/** Of the picture, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Throws with the resource's name if the device cannot have it. */
export function createProgramResource(
  device: GPUDevice,
  resource: ResourceData,
  contents: LoadedContents,
  size: PictureSize,
): Resource {
  switch (resource.kind) {
    case 'buffer':
      return createProgramBuffer(device, resource, contents);
    case 'texture':
      return createProgramTexture(device, resource, contents, size);
    case 'sampler': {
      const sampler = device.createSampler({ label: resource.name, ...DEFAULT_SAMPLER });
      return { kind: 'sampler', sampler };
    }
    default:
      return assertNever(resource);
  }
}

type BufferResource = Extract<ResourceData, { readonly kind: 'buffer' }>;
type TextureResource = Extract<ResourceData, { readonly kind: 'texture' }>;

function createProgramBuffer(
  device: GPUDevice,
  { name, content }: BufferResource,
  contents: LoadedContents,
): Resource {
  const loaded = contents.get(name);
  if (loaded?.kind === 'bytes') return createBuffer(device, name, loaded.bytes);
  return createBuffer(device, name, content.kind === 'zeros' ? content.bytes : 0);
}

function createProgramTexture(
  device: GPUDevice,
  resource: TextureResource,
  contents: LoadedContents,
  picture: PictureSize,
): Resource {
  const { name, format, use, viewDimension } = resource;
  const loaded = contents.get(name);
  const images = loaded?.kind === 'images' ? loaded.images : [];
  const size = textureSize(resource, images, picture);
  const isStored = use.kind === 'storage';
  return createTexture(device, { name, size, format, viewDimension, isStored, images });
}

/** Width, height, and depth or layers. */
function textureSize(
  { name, content }: TextureResource,
  images: readonly ImageBitmap[],
  picture: PictureSize,
): number[] {
  switch (content.kind) {
    case 'empty':
      return [content.width, content.height, content.depth];
    case 'screen':
      return [...screenSize(picture, content), 1];
    case 'images': {
      const [first] = images;
      if (!first) throw new Error(`No image is there for ${name}.`);
      const { width, height } = first;
      if (images.some((image) => image.width !== width || image.height !== height)) {
        throw new Error(`The images of ${name} are layers, which must have one size.`);
      }
      return [width, height, images.length];
    }
    default:
      return assertNever(content);
  }
}
