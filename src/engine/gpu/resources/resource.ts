import { DEPTH_FORMAT } from '#core/plan/contents.ts';
import { bufferTooLarge, textureTooLarge, tooManyLayers } from '#core/plan/deviceLimits.ts';

export type Resource =
  | { readonly kind: 'buffer'; readonly buffer: GPUBuffer }
  | {
      readonly kind: 'texture';
      readonly texture: GPUTexture;
      readonly view: GPUTextureView;
      /** Textures of the same size that draws to this one need. */
      attachments?: readonly GPUTexture[];
    }
  | { readonly kind: 'sampler'; readonly sampler: GPUSampler };

/**
 * @param content the initial contents, or a number of zero bytes
 * @throws with the name if the device cannot create it
 */
export function createBuffer(
  device: GPUDevice,
  name: string,
  content: Uint8Array<ArrayBuffer> | number,
  usage = 0,
): Resource {
  const bytes = typeof content === 'number' ? content : content.byteLength;
  const size = bufferSize(name, bytes, device.limits.maxStorageBufferBindingSize);
  const buffer = device.createBuffer({
    label: name,
    size,
    usage:
      GPUBufferUsage.STORAGE |
      GPUBufferUsage.INDIRECT |
      usage |
      GPUBufferUsage.COPY_SRC |
      GPUBufferUsage.COPY_DST,
  });
  if (typeof content !== 'number') {
    device.queue.writeBuffer(buffer, 0, bytes === size ? content : padTo(content, size));
  }
  return { kind: 'buffer', buffer };
}

function padTo(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(size);
  padded.set(bytes);
  return padded;
}

interface NewTexture extends WantedTexture {
  readonly size: number[];
  readonly isStored?: boolean;
  readonly isTarget?: boolean;
  /** Its layers; zeros if omitted. */
  readonly images?: readonly ImageBitmap[];
}

/** @throws with the name if the device cannot create it */
export function createTexture(device: GPUDevice, wanted: NewTexture): Resource {
  const { name, size, format, viewDimension, isStored, isTarget, images = [] } = wanted;
  checkTextureSize(wanted, device.limits);
  const texture = device.createTexture({
    label: name,
    size,
    dimension: viewDimension === '3d' ? '3d' : '2d',
    format,
    usage:
      (isStored ? GPUTextureUsage.STORAGE_BINDING : 0) |
      // Images are copied by drawing them.
      (isTarget || images.length > 0 ? GPUTextureUsage.RENDER_ATTACHMENT : 0) |
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST,
  });
  for (const [layer, source] of images.entries()) {
    device.queue.copyExternalImageToTexture(
      { source },
      { texture, origin: [0, 0, layer] },
      { width: source.width, height: source.height },
    );
  }
  return { kind: 'texture', texture, view: texture.createView({ dimension: viewDimension }) };
}

export function screenSize(
  screen: { readonly width: number; readonly height: number },
  { widthScale, heightScale }: { readonly widthScale: number; readonly heightScale: number },
): [width: number, height: number] {
  return [
    Math.max(1, Math.round(screen.width * widthScale)),
    Math.max(1, Math.round(screen.height * heightScale)),
  ];
}

/**
 * Copies the old colours to the new resource where the sizes overlap, then destroys the old one.
 */
export function replaceResource(device: GPUDevice, old: Resource, made: Resource): void {
  const isColor = old.kind === 'texture' && !old.texture.format.startsWith('depth');
  if (isColor && made.kind === 'texture') {
    const encoder = device.createCommandEncoder({ label: 'keep the picture' });
    encoder.copyTextureToTexture({ texture: old.texture }, { texture: made.texture }, [
      Math.min(old.texture.width, made.texture.width),
      Math.min(old.texture.height, made.texture.height),
    ]);
    device.queue.submit([encoder.finish()]);
  }
  destroyResource(old);
}

export function bindingResource(resource: Resource): GPUBindingResource {
  switch (resource.kind) {
    case 'buffer':
      return { buffer: resource.buffer };
    case 'texture':
      return resource.view;
    case 'sampler':
      return resource.sampler;
  }
}

export function destroyResource(resource: Resource): void {
  if (resource.kind === 'buffer') resource.buffer.destroy();
  if (resource.kind !== 'texture') return;
  resource.texture.destroy();
  for (const attachment of resource.attachments ?? []) attachment.destroy();
}

/** WebGPU copies and maps buffers in words of this many bytes. */
const WORD = 4;

/**
 * Rounds the size of a buffer up to whole words.
 *
 * @param limit the device's maximum
 * @throws with both figures if the size exceeds the limit
 */
export function bufferSize(name: string, bytes: number, limit: number): number {
  const size = Math.ceil(bytes / WORD) * WORD;
  if (size <= limit) return size;
  throw new Error(bufferTooLarge(name, size, limit));
}

/** Maximum bytes of a texture: no current device has room for a larger one. */
const MAX_BYTES = 4 * 2 ** 30;

interface WantedTexture {
  readonly name: string;
  /** Width, height, and depth or layers. */
  readonly size: readonly number[];
  readonly format: GPUTextureFormat;
  readonly viewDimension: '2d' | '2d-array' | '3d';
}

type TextureLimits = Pick<
  GPUSupportedLimits,
  'maxTextureDimension2D' | 'maxTextureDimension3D' | 'maxTextureArrayLayers'
>;

/** @throws with the texture's name, its size and the limit, if the device cannot create it */
export function checkTextureSize(
  { name, size, format, viewDimension }: WantedTexture,
  limits: TextureLimits,
): void {
  const [width = 1, height = 1, depth = 1] = size;
  const is3D = viewDimension === '3d';
  const sides = is3D ? [width, height, depth] : [width, height];
  const limit = is3D ? limits.maxTextureDimension3D : limits.maxTextureDimension2D;
  if (Math.max(...sides) > limit) throw new Error(textureTooLarge(name, sides, limit));
  if (!is3D && depth > limits.maxTextureArrayLayers) {
    throw new Error(tooManyLayers(name, depth, limits.maxTextureArrayLayers));
  }
  const bytes = width * height * depth * texelBytes(format);
  if (bytes > MAX_BYTES) {
    throw new Error(
      `Failed to create texture ${name}: ${size.join(' × ')} texels of ${format} take ` +
        `${gibibytes(bytes)}, over the limit of ${gibibytes(MAX_BYTES)}.`,
    );
  }
}

function gibibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GB`;
}

/** Bytes per texel of an uncompressed colour format, or of 32-bit depth. */
export function texelBytes(format: GPUTextureFormat): number {
  if (format === DEPTH_FORMAT) return 4;
  if (/^(?:rgb10a2|rg11b10)/.test(format)) return 4;
  const [, channels = '', bits = ''] = /^([a-z]+?)(8|16|32)/.exec(format) ?? [];
  return (channels.length * Number(bits)) / 8;
}
