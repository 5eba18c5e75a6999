import { expect, it } from 'vitest';
import { placeOf } from './useBeside.ts';

const PAGE = { width: 800, height: 600 };
const MENU = { width: 200, height: 100 };
const point = (x: number, y: number) => ({ left: x, top: y, bottom: y, width: 0, height: 0 });
const button = (left: number, top: number) => ({
  ...{ left, top, bottom: top + 30 },
  ...{ width: 40, height: 30 },
});

it.each([
  ['right below a point', point(300, 200), [300, 200]],
  ['within the right edge', point(790, 200), [594, 200]],
  ['above a point near the lower edge', point(300, 590), [300, 490]],
  ['within both edges in a corner', point(799, 599), [594, 499]],
  ['below the middle of a button', button(300, 200), [220, 236]],
  ['above a button near the lower edge', button(300, 560), [220, 454]],
  ['within the left edge', button(10, 200), [6, 236]],
])('places a menu %s', (_, anchor, place) => {
  expect(placeOf(MENU, anchor, PAGE)).toEqual(place);
});

it('keeps a menu that fits on neither side of its anchor within the page', () => {
  expect(placeOf({ width: 200, height: 500 }, point(300, 200), PAGE)).toEqual([300, 94]);
  expect(placeOf({ width: 200, height: 900 }, point(300, 200), PAGE)).toEqual([300, 6]);
});
