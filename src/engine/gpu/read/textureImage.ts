import type { TexelFormat } from '#core/data/texelFormat.ts';
import type { ResourceBinding } from '#core/plan/runDescriptor.ts';
import { halfBits } from '#core/util/half.ts';
import type { TextureSource } from './reducer.ts';

/** One slice of a texture, or all slices side by side. */
export interface TextureImage {
  /** In texels. */
  readonly width: number;
  readonly height: number;
  /** The size of the texture. */
  readonly texture: readonly [width: number, height: number, slices: number];
  /** Slices per row, which are ordered from left to right, then from top to bottom. */
  readonly columns: number;
}

export function textureImage(size: readonly number[], isContactSheet: boolean): TextureImage {
  const [width = 1, height = 1, slices = 1] = size;
  const columns = isContactSheet ? Math.ceil(Math.sqrt(slices)) : 1;
  const rows = isContactSheet ? Math.ceil(slices / columns) : 1;
  return {
    width: width * columns,
    height: height * rows,
    texture: [width, height, slices],
    columns,
  };
}

/** In CSS pixels from the canvas's top left. */
interface Placement {
  /** CSS pixels per texel. */
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
}

type Place = Pick<TextureView, 'zoom' | 'center'>;

/** @param canvas in CSS pixels */
export function placementOf(
  image: TextureImage,
  { zoom, center }: Place,
  canvas: { readonly width: number; readonly height: number },
): Placement {
  const fitting = Math.min(canvas.width / image.width, canvas.height / image.height);
  const [x, y] = zoom === null ? [image.width / 2, image.height / 2] : center;
  const shown = zoom ?? fitting;
  return {
    zoom: shown,
    left: canvas.width / 2 - x * shown,
    top: canvas.height / 2 - y * shown,
  };
}

/** The point is in texels from the image's top left. Null outside the texture. */
export function texelOfImage(
  image: TextureImage,
  view: Pick<TextureView, 'slice' | 'isContactSheet' | 'isYUp'>,
  [imageX, imageY]: readonly [number, number],
): readonly [x: number, y: number, z: number] | null {
  const [width, height, slices] = image.texture;
  if (imageX < 0 || imageY < 0 || imageX >= image.width || imageY >= image.height) return null;
  const tile = Math.floor(imageY / height) * image.columns + Math.floor(imageX / width);
  if (tile >= slices) return null;
  const down = Math.floor(imageY) % height;
  return [
    Math.floor(imageX) % width,
    view.isYUp ? height - 1 - down : down,
    view.isContactSheet ? tile : view.slice,
  ];
}

/**
 * The texel's top left corner in texels from the image's top left: the inverse of
 * {@link texelOfImage}. Null if its slice is not shown.
 */
export function placeInImage(
  image: TextureImage,
  view: Pick<TextureView, 'slice' | 'isContactSheet' | 'isYUp'>,
  [x, y, z]: readonly [x: number, y: number, z: number],
): readonly [x: number, y: number] | null {
  const [width, height] = image.texture;
  if (!view.isContactSheet && z !== view.slice) return null;
  const tile = view.isContactSheet ? z : 0;
  const down = view.isYUp ? height - 1 - y : y;
  return [(tile % image.columns) * width + x, Math.floor(tile / image.columns) * height + down];
}

/** Slices of a 3D texture, or layers of an array; 1 for other textures. */
export function sliceCount({ size }: { readonly size: readonly number[] }): number {
  return size[2] ?? 1;
}

export type Channels = 'rgba' | 'rgb' | 'r' | 'g' | 'b' | 'a';

export type Range = '0..1' | 'minimum..maximum' | 'symmetric' | 'logarithm';

export interface TextureView {
  readonly slice: number;
  readonly isContactSheet: boolean;
  readonly channels: Channels;
  readonly range: Range;
  /** CSS pixels per texel; null fits the image into the canvas. */
  readonly zoom: number | null;
  /**
   * The image point at the centre of the canvas, in texels from the image's top left. Ignored if
   * `zoom` is null.
   */
  readonly center: readonly [x: number, y: number];
  /** Whether y = 0 is at the bottom, as in the picture; images from files have it at the top. */
  readonly isYUp: boolean;
}

/** The type that a shader gets when it loads texels of this format. */
export function sampleOf(format: GPUTextureFormat): TextureSource['sample'] {
  if (format.endsWith('uint')) return 'u32';
  return format.endsWith('sint') ? 'i32' : 'f32';
}

export function channelsOf(format: GPUTextureFormat): number {
  return /^(?:rgba|bgra|rgb|rg|r)/.exec(format)?.[0].length ?? 4;
}

/** The dimension with which the run's shader declares the texture. */
export function dimensionOf(binding: ResourceBinding | undefined): TextureSource['dimension'] {
  return binding && 'viewDimension' in binding ? binding.viewDimension : '2d';
}

interface PixelRows {
  readonly width: number;
  readonly height: number;
  /** Whether the encoded image starts with the lowest row. */
  readonly isYUp: boolean;
}

/**
 * Encodes an image in a texel format, by row without padding. Null for integer formats, which hold
 * no colours.
 */
export function encodePixels(
  pixels: Uint8ClampedArray,
  format: TexelFormat,
  { width, height, isYUp }: PixelRows,
): Uint8Array<ArrayBuffer> | null {
  const write = writerOf(format);
  if (!write) return null;
  const encoded = new Uint8Array(width * height * format.bytes);
  const view = new DataView(encoded.buffer);
  for (let row = 0; row < height; row += 1) {
    const from = (isYUp ? height - 1 - row : row) * width * 4;
    for (let x = 0; x < width; x += 1) {
      const at = (row * width + x) * format.bytes;
      for (const [channel, offset] of format.offsets.entries()) {
        write(view, at + offset, pixels[from + x * 4 + channel] ?? 0);
      }
    }
  }
  return encoded;
}

type WriteChannel = (view: DataView, offset: number, value: number) => void;

/** Takes channel values from 0 to 255. */
function writerOf({ kind, bits }: TexelFormat): WriteChannel | null {
  switch (`${kind}${bits}`) {
    case 'unorm8':
      return (view, offset, value) => view.setUint8(offset, value);
    case 'snorm8':
      return (view, offset, value) => view.setInt8(offset, Math.round((value / 255) * 127));
    case 'float16':
      return (view, offset, value) => view.setUint16(offset, halfBits(value / 255), true);
    case 'float32':
      return (view, offset, value) => view.setFloat32(offset, value / 255, true);
    default:
      return null;
  }
}
