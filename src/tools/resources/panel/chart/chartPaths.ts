import type { Extremes } from '#core/data/downsample.ts';

export type ChartKind = 'line' | 'bars';

/** What a chart draws, in a box of one unit a place and {@link CHART_HEIGHT} units. */
export interface ChartPaths {
  /** Lines or areas. */
  readonly values: string;
  /** A mark at each place with a NaN or an infinity. */
  readonly nonFinite: string;
  /** Where 0 is, from the top; null if it is outside. */
  readonly zero: number | null;
  readonly least: number;
  readonly most: number;
}

export const CHART_HEIGHT = 100;

/** Null if no value is finite. */
export function chartPaths(extremes: Extremes, kind: ChartKind): ChartPaths | null {
  const range = valueRange(extremes, kind);
  const marks = [...extremes.nonFinite].flatMap((is, place) => (is ? [`M${place} 0h1v4h-1z`] : []));
  if (!range) return null;
  const [least, most] = range;
  const down = (value: number) =>
    rounded(((most - value) / Math.max(most - least, Number.MIN_VALUE)) * CHART_HEIGHT);
  const draw = kind === 'line' ? linePath : barsPath;
  return {
    values: draw(extremes, down),
    nonFinite: marks.join(''),
    zero: least <= 0 && most >= 0 ? down(0) : null,
    least,
    most,
  };
}

/** A little room where all values are equal. */
const ROOM = 0.5;

function valueRange(
  { minimum, maximum }: Extremes,
  kind: ChartKind,
): readonly [least: number, most: number] | null {
  let least = kind === 'bars' ? 0 : Number.POSITIVE_INFINITY;
  let most = kind === 'bars' ? 0 : Number.NEGATIVE_INFINITY;
  let isKnown = false;
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) continue;
    isKnown = true;
    least = Math.min(least, low);
    most = Math.max(most, maximum[place] ?? low);
  }
  if (!isKnown) return null;
  return least === most ? [least - ROOM, most + ROOM] : [least, most];
}

type Down = (value: number) => number;

/** Through the least and the largest value of each place, so that peaks stay; broken where none is finite. */
function linePath({ minimum, maximum }: Extremes, down: Down): string {
  let path = '';
  let isDrawing = false;
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) {
      isDrawing = false;
      continue;
    }
    const high = maximum[place] ?? low;
    const x = place + 0.5;
    path += `${isDrawing ? 'L' : 'M'}${x} ${down(low)}`;
    // A lone value is a short stroke.
    path += high === low ? `L${x} ${down(low)}` : `L${x} ${down(high)}`;
    isDrawing = true;
  }
  return path;
}

function barsPath({ minimum, maximum }: Extremes, down: Down): string {
  let path = '';
  for (const [place, low] of minimum.entries()) {
    if (Number.isNaN(low)) continue;
    const top = down(Math.max(0, maximum[place] ?? low));
    const bottom = down(Math.min(0, low));
    path += `M${place} ${top}h1V${bottom}h-1z`;
  }
  return path;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
