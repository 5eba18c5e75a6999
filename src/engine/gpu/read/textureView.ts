export type Channels = 'rgba' | 'rgb' | 'r' | 'g' | 'b' | 'a';

export type Range = '0..1' | 'minimum..maximum' | 'symmetric' | 'logarithm';

export interface TextureView {
  readonly slice: number;
  readonly isContactSheet: boolean;
  readonly channels: Channels;
  readonly range: Range;
  /** CSS pixels a texel; null fits the image into the canvas. */
  readonly zoom: number | null;
  /** What is in the middle of the canvas, in texels from the image's top left; not used if it fits. */
  readonly center: readonly [x: number, y: number];
  /** Whether y = 0 is at the bottom, as in the picture; images from files have it at the top. */
  readonly isYUp: boolean;
}
