import type { RgbImage } from './png.ts';

const WIDTH = 512;
const HEIGHT = 256;
/** Samples per pixel and axis, for antialiasing. */
const SAMPLES = 4;

type Color = readonly [red: number, green: number, blue: number];

const smoothstep = (low: number, high: number, value: number) => {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
};
const mix = (a: number, b: number, t: number) => a + (b - a) * t;
const mixColors = (a: Color, b: Color, t: number): Color => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
];

/** A pseudo-random number from 0 to 1; the same number and seed give the same result. */
function hash(number: number, seed: number): number {
  let bits = Math.imul(number, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca77);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Straight lines between random heights from 0 to 1; `cells` of them span the image's width. */
function jagged(x: number, cells: number, seed: number): number {
  const place = x * cells;
  const cell = Math.floor(place);
  return mix(hash(cell % cells, seed), hash((cell + 1) % cells, seed), place - cell);
}

interface Ridge {
  /** The heights of the lowest and highest points, from 0 (bottom) to 1. */
  readonly from: number;
  readonly to: number;
  readonly cells: number;
  /** The size of each finer octave of crags, relative to the one before. */
  readonly crags: number;
  readonly top: Color;
  readonly foot: Color;
}

/** From the farthest to the nearest. */
const RIDGES: readonly Ridge[] = [
  { from: 0.34, to: 0.72, cells: 7, crags: 0.55, top: [146, 108, 142], foot: [236, 170, 150] },
  { from: 0.27, to: 0.55, cells: 9, crags: 0.5, top: [104, 82, 126], foot: [214, 145, 146] },
  { from: 0.2, to: 0.42, cells: 8, crags: 0.45, top: [66, 60, 104], foot: [160, 112, 138] },
  { from: 0.12, to: 0.28, cells: 6, crags: 0.35, top: [36, 40, 76], foot: [92, 78, 116] },
];

function ridgeHeight(x: number, { from, to, cells, crags }: Ridge, seed: number): number {
  let height = 0;
  let total = 0;
  for (let octave = 0, share = 1; octave < 6; octave += 1, share *= crags) {
    height += share * jagged(x, cells * 2 ** octave, seed * 8 + octave);
    total += share;
  }
  return mix(from, to, smoothstep(0.2, 0.85, height / total));
}

const FIR_COLOR: Color = [14, 18, 40];
/** Firs per row; there are three rows. */
const FIRS = 60;

interface Fir {
  /** The horizontal distance from the fir's middle, in half-widths of its base. */
  readonly aside: number;
  readonly height: number;
}

/** The profile at one horizontal position on the shore; heights from 0 (bottom) to 1. */
interface Column {
  readonly ridges: readonly number[];
  readonly ground: number;
  readonly firs: readonly Fir[];
}

function columnAt(x: number): Column {
  const isWood = jagged(x, 9, 93) > 0.42;
  return {
    ridges: RIDGES.map((ridge, index) => ridgeHeight(x, ridge, index)),
    ground: 0.012 + 0.035 * jagged(x, 5, 91) + 0.012 * jagged(x, 40, 92),
    firs: [0, 1, 2].map((row) => {
      const place = x * FIRS + row / 3;
      const tree = Math.floor(place);
      return {
        aside: Math.abs(place - tree - 0.5) / 0.42,
        height: (isWood ? 0.05 : 0.015) + 0.07 * hash(tree % FIRS, 94 + row) ** 2,
      };
    }),
  };
}

/** Whether the shore or one of its firs covers the height `y`. */
function isShore({ ground, firs }: Column, y: number): boolean {
  return firs.some(({ aside, height }) => {
    const up = Math.max(0, (y - ground) / height);
    // Branches give a sawtooth outline: each is widest at its lower end.
    return y < ground || aside < 1 - up - 0.16 * ((up * 7) % 1);
  });
}

const STAR_COLOR: Color = [255, 250, 240];
const MOON = { x: 0.3, y: 0.83, radius: 0.042 };

function skyColor(x: number, y: number): Color {
  const high = mixColors([92, 84, 150], [20, 26, 74], smoothstep(0.6, 1, y));
  const low = mixColors([255, 196, 142], [226, 128, 138], smoothstep(0.3, 0.52, y));
  const sky = mixColors(low, high, smoothstep(0.42, 0.74, y));

  // The image is twice as wide as it is high.
  const disc = Math.hypot((x - MOON.x) * 2, y - MOON.y);
  const shadow = Math.hypot((x - MOON.x) * 2 - 0.024, y - MOON.y - 0.012);
  const isLit = disc < MOON.radius && shadow > MOON.radius * 0.92;
  if (isLit) return [255, 246, 222];
  const glow = 0.22 * Math.exp(-disc * 9);
  return mixColors(sky, [255, 226, 200], glow);
}

function starlight(column: number, row: number): number {
  const cell = row * WIDTH + column;
  const high = smoothstep(HEIGHT * 0.42, 0, row);
  return hash(cell, 7) < 0.006 * high ? 0.25 + 0.75 * hash(cell, 8) : 0;
}

function colorAt(x: number, y: number, column: Column): Color {
  if (isShore(column, y)) return FIR_COLOR;
  const nearest = RIDGES.findLastIndex((_, index) => y < (column.ridges[index] ?? 0));
  const ridge = RIDGES[nearest];
  if (!ridge) return skyColor(x, y);
  return mixColors(ridge.foot, ridge.top, smoothstep(ridge.from - 0.12, ridge.to, y));
}

/**
 * The image for the demo image-from-url: mountains at dusk, 512 × 256 pixels. Its left and right
 * edges match, so that it tiles without a seam.
 */
export function renderMountains(): RgbImage {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let column = 0; column < WIDTH; column += 1) {
    const samples = inPixel(column).map((place) => ({
      x: place / WIDTH,
      at: columnAt(place / WIDTH),
    }));
    for (let row = 0; row < HEIGHT; row += 1) {
      const colors = inPixel(row).flatMap((place) =>
        samples.map(({ x, at }) => colorAt(x, 1 - place / HEIGHT, at)),
      );
      const color = mixColors(mean(colors), STAR_COLOR, starlight(column, row));
      data.set(color.map(Math.round), (row * WIDTH + column) * 3);
    }
  }
  return { width: WIDTH, height: HEIGHT, data };
}

function inPixel(pixel: number): number[] {
  return Array.from({ length: SAMPLES }, (_, sample) => pixel + (sample + 0.5) / SAMPLES);
}

function mean(colors: readonly Color[]): Color {
  const sum = (channel: 0 | 1 | 2) => colors.reduce((total, color) => total + color[channel], 0);
  return [sum(0) / colors.length, sum(1) / colors.length, sum(2) / colors.length];
}
