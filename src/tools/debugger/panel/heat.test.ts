import { describe, expect, it } from 'vitest';
import type { HeatMap } from '#core/source/instrument/trace.ts';
import {
  drawHeat,
  HEAT_RAMP,
  heatGradient,
  heatOf,
  radixMedian,
  rangeOf,
  withinPicture,
} from './PictureOverlay.tsx';

function heatMap(width: number, counts: readonly number[]): HeatMap {
  return {
    entryPoints: ['draw'],
    width,
    height: counts.length / width,
    counts: Uint32Array.from(counts),
    overdraw: null,
  };
}

function draw(threads: HeatMap, width: number, height: number): Uint8ClampedArray {
  const heat = withinPicture(threads, width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  const range = rangeOf(heat);
  if (range) drawHeat(heat, range, { width, height, data });
  return data;
}

/** In Oklab. */
function lightnessOf(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((byte) => {
    const channel = byte / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const long = 0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue;
  const medium = 0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue;
  const short = 0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue;
  return (
    0.2104542553 * Math.cbrt(long) +
    0.793617785 * Math.cbrt(medium) -
    0.0040720468 * Math.cbrt(short)
  );
}

const LEAST = HEAT_RAMP[0] ?? [];
const MOST = HEAT_RAMP.at(-1) ?? [];

describe('the ramp', () => {
  it('increases in Oklab lightness by the same amount with every step', () => {
    const last = HEAT_RAMP.length - 1;
    for (const [index, color] of HEAT_RAMP.entries()) {
      expect(lightnessOf(color)).toBeCloseTo(0.2 + (0.75 * index) / last, 1.7);
    }
  });

  it('is a gradient from the lowest to the highest count', () => {
    const ends = `rgb(${LEAST.join(' ')}), rgb(${MOST.join(' ')})`;
    expect(heatGradient(2)).toBe(`linear-gradient(to right, ${ends})`);
  });
});

it.each([
  [
    'ignores threads that executed nothing',
    heatMap(3, [0, 4, 10, 0, 5, 0]),
    { least: 4, median: 5, most: 10, isEven: false },
  ],
  [
    'counts only threads that have a pixel',
    withinPicture(heatMap(3, [7, 7, 3, 7, 7, 3, 3, 3, 3]), 2, 2),
    { least: 7, median: 7, most: 7, isEven: true },
  ],
  [
    'is not even if only some threads executed anything',
    heatMap(2, [3, 0]),
    { least: 3, median: 3, most: 3, isEven: false },
  ],
  ['is null if no thread executed anything', heatMap(2, [0, 0]), null],
])('the range %s', (_, heat, range) => {
  expect(rangeOf(heat)).toEqual(range);
});

it('finds the median of the sorted counts, up to the largest number', () => {
  let seed = 1;
  for (let length = 1; length < 60; length += 1) {
    const counts = Uint32Array.from({ length }, () => {
      seed = (seed * 48_271) % 0x7fffffff;
      return seed % 3 === 0 ? seed * 2 : 1 + (seed % 9);
    });
    const sorted = counts.toSorted();
    expect(radixMedian(counts)).toBe(sorted[Math.floor((length - 1) / 2)]);
  }
  expect(radixMedian(Uint32Array.of(0xffffffff))).toBe(0xffffffff);
});

describe('drawHeat', () => {
  it('draws the first row of threads at the bottom', () => {
    const data = draw(heatMap(1, [1, 9]), 1, 2);
    expect([...data]).toEqual([...MOST, 255, ...LEAST, 255]);
  });

  it('leaves out threads outside the picture and pixels without a thread', () => {
    const data = draw(heatMap(3, [9, 1, 1, 1, 1, 1]), 2, 3);
    const cheap = [...LEAST, 255];
    const rows = [0, 0, 0, 0, 0, 0, 0, 0, ...cheap, ...cheap, ...MOST, 255, ...cheap];
    expect([...data]).toEqual(rows);
  });

  it('leaves threads that executed nothing transparent', () => {
    expect([...draw(heatMap(2, [0, 3]), 2, 1)]).toEqual([0, 0, 0, 0, ...MOST, 255]);
  });

  it('maps the range onto the whole ramp', () => {
    const range = { least: 10, most: 110 };
    expect([10, 60, 110].map((count) => heatOf(count, range))).toEqual([0, 128, 255]);
  });
});
