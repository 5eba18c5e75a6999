/**
 * What a resource holds before the first frame. The run-time and exports see only this, not the
 * attribute.
 */
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
  /** A texture of zeros that is resized with the picture, to a multiple of its size. */
  | { readonly kind: 'screen'; readonly widthScale: number; readonly heightScale: number }
  /** A buffer of 32-bit floats in [0, 1). */
  | { readonly kind: 'bytes'; readonly from: 'random'; readonly count: number }
  /**
   * The bytes at `url`, truncated to whole elements. An asset, or relative to the descriptor's uri.
   */
  | {
      readonly kind: 'bytes';
      readonly from: 'file';
      readonly url: string;
      readonly elementSize: number;
    }
  /** The vertices or indices of a mesh: a built-in one, or a file as above. */
  | {
      readonly kind: 'bytes';
      readonly from: 'mesh';
      readonly mesh: string;
      readonly part: string;
    }
  /** The images at `urls`, one per layer. Assets, or relative to the descriptor's uri. */
  | { readonly kind: 'image'; readonly urls: readonly string[]; readonly format: GPUTextureFormat }
  /** The default sampler: linear, repeating. */
  | { readonly kind: 'sampler' };

export type AttributeContents = Contents & { readonly type: string };

/** A resource of a program with its initial contents. */
export interface FilledResource {
  readonly resourceName: string;
  readonly contents: AttributeContents;
}

/** The format of a sampled texture without an image. Every device can filter it. */
export const ZEROS_FORMAT = 'rgba8unorm';

/** The format of depth, in textures of the program's and in those that belong to targets. */
export const DEPTH_FORMAT = 'depth32float';

export function texelSides({
  width,
  height,
  depth,
}: Extract<Contents, { readonly of: 'texels' }>): number[] {
  return depth === undefined ? [width, height] : [width, height, depth];
}

/** The size in bytes of a buffer if it is known before loading; undefined otherwise. */
export function knownBytes(contents: Contents): number | undefined {
  if (contents.kind === 'zeros' && contents.of === 'elements') {
    return contents.count * contents.elementSize;
  }
  const isRandom = contents.kind === 'bytes' && contents.from === 'random';
  return isRandom ? contents.count * Float32Array.BYTES_PER_ELEMENT : undefined;
}
