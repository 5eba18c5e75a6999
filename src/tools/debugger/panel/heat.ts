import type { HeatMap } from '#core/source/instrument/search.ts';

/** As much of `ImageData` as the drawing needs: rows from the top, four bytes a pixel. */
export interface PixelRows {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Executed statements of the threads that executed any; null if none did. */
export interface HeatRange {
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** All threads executed the same number. */
  readonly isEven: boolean;
}

type Rgb = readonly [red: number, green: number, blue: number];

const RAMP_LENGTH = 256;

/**
 * Dark violet through red and orange to light yellow: in Oklab, lightness rises evenly, so that equal
 * steps of cost look equal and the order survives without colour vision.
 */
export const HEAT_RAMP: readonly Rgb[] = Array.from({ length: RAMP_LENGTH }, (_, index) =>
  rampColor(index / (RAMP_LENGTH - 1)),
);

function rampColor(place: number): Rgb {
  const lightness = 0.2 + 0.75 * place;
  const hue = ((295 + 165 * place) * Math.PI) / 180;
  // Less colour at both ends, where sRGB has less.
  let chroma = 0.06 + 0.13 * Math.sin(Math.PI * (0.15 + 0.75 * place));
  let color = oklabToLinear(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  while (color.some((channel) => channel < 0 || channel > 1) && chroma > 0) {
    chroma -= 0.002;
    color = oklabToLinear(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue));
  }
  const [red, green, blue] = color;
  return [toByte(red), toByte(green), toByte(blue)];
}

/** By the matrices of B. Ottosson's definition of Oklab. */
function oklabToLinear(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Of a linear channel, by the transfer function of sRGB. */
function toByte(channel: number): number {
  const linear = Math.min(1, Math.max(0, channel));
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}

/** Without the threads that have no pixel in a picture of this size. */
export function withinPicture(heat: HeatMap, width: number, height: number): HeatMap {
  const columns = Math.min(heat.width, width);
  const rows = Math.min(heat.height, height);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < rows; y += 1) {
    const first = y * heat.width;
    counts.set(heat.counts.subarray(first, first + columns), y * columns);
  }
  return { ...heat, width: columns, height: rows, counts };
}

export function rangeOf({ counts }: HeatMap): HeatRange | null {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  let isIdle = false;
  for (const count of counts) {
    if (count === 0) isIdle = true;
    else if (count < least) least = count;
    if (count > most) most = count;
  }
  if (most === 0) return null;
  return { least, median: radixMedian(counts), most, isEven: least === most && !isIdle };
}

/** Index into the ramp. */
export function heatOf(count: number, { least, most }: Pick<HeatRange, 'least' | 'most'>): number {
  if (most === least) return RAMP_LENGTH - 1;
  return Math.round(((count - least) / (most - least)) * (RAMP_LENGTH - 1));
}

/**
 * Draws the counts upside down, as the picture's first row is at the bottom. Threads that executed
 * nothing stay transparent.
 *
 * @param into at least as large
 */
export function drawHeat(heat: HeatMap, range: HeatRange, into: PixelRows): void {
  for (let y = 0; y < heat.height; y += 1) {
    let at = (into.height - 1 - y) * into.width * 4;
    for (let x = 0; x < heat.width; x += 1, at += 4) {
      const count = heat.counts[y * heat.width + x] ?? 0;
      const color = count === 0 ? undefined : HEAT_RAMP[heatOf(count, range)];
      if (!color) continue;
      into.data[at] = color[0];
      into.data[at + 1] = color[1];
      into.data[at + 2] = color[2];
      into.data[at + 3] = 255;
    }
  }
}

/** The ramp as a CSS gradient, from the least to the most. */
export function heatGradient(stops = 16): string {
  const colors = Array.from({ length: stops }, (_, index) => {
    const color = HEAT_RAMP[Math.round((index / (stops - 1)) * (RAMP_LENGTH - 1))] ?? [0, 0, 0];
    return `rgb(${color.join(' ')})`;
  });
  return `linear-gradient(to right, ${colors.join(', ')})`;
}

/** Values of 16 bits. */
const DIGITS = 2 ** 16;

/**
 * The lower median of the counts above 0, without sorting: it counts by the upper half of the bits,
 * then, of the counts that share the median's upper half, by the lower one.
 */
export function radixMedian(counts: Uint32Array): number {
  const byUpper = new Uint32Array(DIGITS);
  let total = 0;
  for (const count of counts) {
    if (count === 0) continue;
    const upper = count >>> 16;
    byUpper[upper] = (byUpper[upper] ?? 0) + 1;
    total += 1;
  }
  if (total === 0) return 0;
  const upper = digitAt(byUpper, Math.floor((total - 1) / 2));
  const byLower = new Uint32Array(DIGITS);
  for (const count of counts) {
    if (count === 0 || count >>> 16 !== upper.digit) continue;
    const lower = count & 0xffff;
    byLower[lower] = (byLower[lower] ?? 0) + 1;
  }
  return upper.digit * DIGITS + digitAt(byLower, upper.rest).digit;
}

/** The digit of the value at `rank` in order, and its rank among the values with this digit. */
function digitAt(histogram: Uint32Array, rank: number): { digit: number; rest: number } {
  let rest = rank;
  for (const [digit, count] of histogram.entries()) {
    if (rest < count) return { digit, rest };
    rest -= count;
  }
  return { digit: 0, rest: 0 };
}
