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
