import { expect, it } from 'vitest';
import { placementOf, texelOfImage, textureImage } from '#engine/gpu/read/textureImage.ts';
import { atOneToOne, imagePointAt, panned, zoomed, zoomText } from './viewport.ts';

const IMAGE = textureImage([200, 100], false);
const CANVAS = { width: 400, height: 400 };
const FIT = { zoom: null, center: [0, 0] } as const;

it('a texture that fits is centred and as large as possible', () => {
  expect(placementOf(IMAGE, FIT, CANVAS)).toEqual({ zoom: 2, left: 0, top: 100 });
  expect(imagePointAt(IMAGE, FIT, CANVAS, [10, 110])).toEqual([5, 5]);
});

it('zooming keeps the point under the pointer in place', () => {
  const at = [100, 150] as const;
  const before = imagePointAt(IMAGE, FIT, CANVAS, at);
  const closer = zoomed(IMAGE, FIT, CANVAS, 3, at);
  expect(closer.zoom).toBe(6);
  const [x, y] = imagePointAt(IMAGE, closer, CANVAS, at);
  expect(x).toBeCloseTo(before[0]);
  expect(y).toBeCloseTo(before[1]);
});

it('zooming is limited to 128 pixels per texel, and can show texels as pixels', () => {
  expect(zoomed(IMAGE, FIT, CANVAS, 1000).zoom).toBe(128);
  expect(atOneToOne(IMAGE, FIT, CANVAS)).toEqual({ zoom: 1, center: [100, 50] });
});

it('zooming is described in percent', () => {
  expect([0.015625, 0.5, 1, 12.345].map(zoomText)).toEqual(['1.6 %', '50 %', '100 %', '1235 %']);
});

it('panning moves the image with the pointer, and keeps it in view', () => {
  expect(panned(IMAGE, FIT, CANVAS, [20, -10])).toEqual({ zoom: 2, center: [90, 55] });
  expect(panned(IMAGE, FIT, CANVAS, [9999, -9999]).center).toEqual([0, 100]);
});

it('the texel at a point of the image counts from the bottom if y points up', () => {
  const view = { slice: 3, isContactSheet: false, isYUp: true };
  expect(texelOfImage(IMAGE, view, [5.5, 0.5])).toEqual([5, 99, 3]);
  expect(texelOfImage(IMAGE, { ...view, isYUp: false }, [5.5, 0.5])).toEqual([5, 0, 3]);
  expect(texelOfImage(IMAGE, view, [-0.1, 0])).toBeNull();
  expect(texelOfImage(IMAGE, view, [0, 100])).toBeNull();
});

it('the texel at a point of a contact sheet belongs to the slice that contains the point', () => {
  const sheet = textureImage([8, 4, 5], true);
  expect([sheet.width, sheet.height]).toEqual([24, 8]);
  const all = { slice: 0, isContactSheet: true, isYUp: false };
  expect(texelOfImage(sheet, all, [9, 6])).toEqual([1, 2, 4]);
  expect(texelOfImage(sheet, all, [17, 6])).toBeNull();
});
