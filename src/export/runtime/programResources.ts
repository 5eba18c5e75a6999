import { bufferSize } from '#gpu/resources/bufferSize.ts';
import { DEFAULT_SAMPLER } from '#gpu/resources/defaultSampler.ts';
import { checkTextureSize } from '#gpu/resources/textureSize.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { LoadedContents } from './programContents.ts';
import type { ResourceData } from './programData.ts';

export type ProgramResource =
  | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
  | { readonly kind: 'texture'; readonly texture: GPUTexture; readonly view: GPUTextureView }
  | { readonly kind: 'sampler'; readonly sampler: GPUSampler };

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
): ProgramResource {
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
): ProgramResource {
  const loaded = contents.get(name);
  const bytes = loaded?.kind === 'bytes' ? loaded.bytes : null;
  const wanted = bytes?.byteLength ?? (content.kind === 'zeros' ? content.bytes : 0);
  const size = bufferSize(name, wanted, device.limits.maxStorageBufferBindingSize);
  const { STORAGE, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
  const usage = STORAGE | INDIRECT | COPY_SRC | COPY_DST;
  const buffer = device.createBuffer({ label: name, size, usage });
  if (bytes) {
    // Whole words only can be written.
    const padded = new Uint8Array(size);
    padded.set(bytes);
    device.queue.writeBuffer(buffer, 0, padded);
  }
  return { kind: 'buffer', buffer };
}

function createProgramTexture(
  device: GPUDevice,
  resource: TextureResource,
  contents: LoadedContents,
  picture: PictureSize,
): ProgramResource {
  const { name, format, use, viewDimension } = resource;
  const loaded = contents.get(name);
  const images = loaded?.kind === 'images' ? loaded.images : [];
  const size = textureSize(resource, images, picture);
  checkTextureSize({ name, size, format, viewDimension }, device.limits);
  const { STORAGE_BINDING, TEXTURE_BINDING, RENDER_ATTACHMENT, COPY_SRC, COPY_DST } =
    GPUTextureUsage;
  const texture = device.createTexture({
    label: name,
    size,
    dimension: viewDimension === '3d' ? '3d' : '2d',
    format,
    usage:
      (use.kind === 'storage' ? STORAGE_BINDING : 0) |
      // Images are copied by drawing them.
      (images.length > 0 ? RENDER_ATTACHMENT : 0) |
      TEXTURE_BINDING |
      COPY_SRC |
      COPY_DST,
  });
  for (const [layer, source] of images.entries()) {
    const destination = { texture, origin: [0, 0, layer] };
    const { width, height } = source;
    device.queue.copyExternalImageToTexture({ source }, destination, [width, height]);
  }
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

/** Width, height, and depth or layers. */
function textureSize(
  { name, content }: TextureResource,
  images: readonly ImageBitmap[],
  picture: PictureSize,
): [number, number, number] {
  switch (content.kind) {
    case 'empty':
      return [content.width, content.height, content.depth];
    case 'screen':
      return [
        Math.max(1, Math.round(picture.width * content.widthScale)),
        Math.max(1, Math.round(picture.height * content.heightScale)),
        1,
      ];
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

/** Makes a texture anew, with the old content where the sizes overlap. */
export function remakeProgramResource(
  device: GPUDevice,
  resource: ResourceData,
  old: ProgramResource,
  size: PictureSize,
): ProgramResource {
  const made = createProgramResource(device, resource, new Map(), size);
  if (old.kind === 'texture' && made.kind === 'texture') {
    const encoder = device.createCommandEncoder({ label: 'keep the picture' });
    encoder.copyTextureToTexture({ texture: old.texture }, { texture: made.texture }, [
      Math.min(old.texture.width, made.texture.width),
      Math.min(old.texture.height, made.texture.height),
    ]);
    device.queue.submit([encoder.finish()]);
  }
  destroyProgramResource(old);
  return made;
}

export function destroyProgramResource(resource: ProgramResource): void {
  if (resource.kind === 'buffer') resource.buffer.destroy();
  if (resource.kind === 'texture') resource.texture.destroy();
}
