import { textureTooLarge, tooManyLayers } from '#core/plan/limitMessages.ts';

/** Maximum bytes of a texture: no current device has room for a larger one. */
const MAX_BYTES = 4 * 2 ** 30;

export interface WantedTexture {
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

/** Bytes per texel of an uncompressed colour format. */
export function texelBytes(format: GPUTextureFormat): number {
  if (/^(?:rgb10a2|rg11b10)/.test(format)) return 4;
  const [, channels = '', bits = ''] = /^([a-z]+?)(8|16|32)/.exec(format) ?? [];
  return (channels.length * Number(bits)) / 8;
}
