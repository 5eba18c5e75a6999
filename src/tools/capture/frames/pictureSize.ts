import { MAX_FRAME } from '#core/project/runView.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Size } from '#engine/gpu/screen.ts';

export const COMMON_SIZES: readonly Size[] = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** The canvas's own size, a common one, or one that the user typed. */
export type SizeChoice =
  | { readonly kind: 'canvas' }
  | { readonly kind: 'common'; readonly size: Size }
  | { readonly kind: 'custom'; readonly width: string; readonly height: string };

export interface SizeLimits {
  readonly canvas: Size;
  /** The device's limit for each side, in pixels. */
  readonly maxSide: number;
}

/** Minimum side of a canvas, in pixels. */
const MIN_SIDE = 2;

/** Fails with a sentence if the device cannot draw this size. */
export function chosenSize(choice: SizeChoice, { canvas, maxSide }: SizeLimits): Result<Size> {
  if (choice.kind === 'canvas') return ok(canvas);
  if (choice.kind === 'common') return withinLimit(choice.size, maxSide);
  const width = side('Width', choice.width, maxSide);
  if (!width.ok) return width;
  const height = side('Height', choice.height, maxSide);
  return height.ok ? ok({ width: width.value, height: height.value }) : height;
}

function withinLimit(size: Size, maxSide: number): Result<Size> {
  if (Math.max(size.width, size.height) <= maxSide) return ok(size);
  return fail(
    `${sizeText(size)} is over the limit of this device, which is ${maxSide} pixels a side. Choose a smaller size.`,
  );
}

function side(name: string, text: string, maxSide: number): Result<number> {
  const value = wholeNumber(text);
  if (value !== null && value >= MIN_SIDE && value <= maxSide) return ok(value);
  return fail(`${name} is “${text}”. Enter a whole number from ${MIN_SIDE} to ${maxSide}.`);
}

export function sizeText({ width, height }: Size): string {
  return `${width} × ${height}`;
}

/** Null if the text is not a whole number from 0 to {@link MAX_FRAME}. */
export function frameNumber(text: string): number | null {
  const value = wholeNumber(text);
  return value !== null && value <= MAX_FRAME ? value : null;
}

/** Null if the text is not a whole number. */
export function wholeNumber(text: string): number | null {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

export function framesText(count: number): string {
  return count === 1 ? '1 frame' : `${count.toLocaleString('en')} frames`;
}
