/** What a resource holds before the first frame: all that the run-time and exports know of its attribute. */
export type Contents =
  /** A buffer of zeros; `elementSize` is in bytes. */
  | {
      readonly kind: 'zeros';
      readonly of: 'elements';
      readonly count: number;
      readonly elementSize: number;
    }
  /** A texture of zeros; `depth` may be the number of layers. */
  | {
      readonly kind: 'zeros';
      readonly of: 'texels';
      readonly width: number;
      readonly height: number;
      readonly depth?: number;
    }
  /** A texture of zeros with a multiple of the picture's size, which it follows. */
  | { readonly kind: 'screen'; readonly widthScale: number; readonly heightScale: number }
  /** A buffer of 32-bit floats in [0, 1). */
  | { readonly kind: 'bytes'; readonly from: 'random'; readonly count: number }
  /** A buffer of the bytes at `url`, an asset or relative to the descriptor's uri, truncated to whole elements. */
  | {
      readonly kind: 'bytes';
      readonly from: 'file';
      readonly url: string;
      readonly elementSize: number;
    }
  /** Images from `urls`, assets or relative to the descriptor's uri: the layers of a texture of `format`. */
  | { readonly kind: 'image'; readonly urls: readonly string[]; readonly format: GPUTextureFormat }
  /** The default sampler: linear, repeating. */
  | { readonly kind: 'sampler' };

/** Contents, and the name of the attribute that gives them. */
export type AttributeContents = Contents & { readonly type: string };

/** A resource of a program, with what it holds before the first frame. */
export interface FilledResource {
  readonly resourceName: string;
  readonly contents: AttributeContents;
}

/** Of sampled textures that no image is loaded into: one that filters on every device. */
export const ZEROS_FORMAT = 'rgba8unorm';

/** The width, the height and, if there is one, the depth. */
export function texelSides({
  width,
  height,
  depth,
}: Extract<Contents, { readonly of: 'texels' }>): number[] {
  return depth === undefined ? [width, height] : [width, height, depth];
}

/** The bytes of a buffer whose size is known before its content is loaded; undefined for all else. */
export function knownBytes(contents: Contents): number | undefined {
  if (contents.kind === 'zeros' && contents.of === 'elements') {
    return contents.count * contents.elementSize;
  }
  const isRandom = contents.kind === 'bytes' && contents.from === 'random';
  return isRandom ? contents.count * Float32Array.BYTES_PER_ELEMENT : undefined;
}
