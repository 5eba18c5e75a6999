import type { Size } from '#engine/gpu/screen.ts';

/** The largest size with even numbers that fits in. */
export function evenSize({ width, height }: Size): Size {
  return { width: width - (width % 2), height: height - (height % 2) };
}
