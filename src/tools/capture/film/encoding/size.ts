import type { Size } from '#engine/gpu/screen.ts';

/** Rounds both sides down to even numbers. */
export function evenSize({ width, height }: Size): Size {
  return { width: width - (width % 2), height: height - (height % 2) };
}
