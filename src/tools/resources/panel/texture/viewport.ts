import { placementOf, type TextureImage, type TextureView } from '#engine/gpu/read/textureImage.ts';
/** What part of an image is seen, and how large. */
export type Viewport = Pick<TextureView, 'zoom' | 'center'>;

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];

const LEAST_ZOOM = 1 / 64;
const MOST_ZOOM = 128;

/** The point of the image at a point of the canvas, in texels from the image's top left. */
export function imagePointAt(
  image: TextureImage,
  view: Viewport,
  canvas: Size,
  [x, y]: Point,
): Point {
  const { zoom, left, top } = placementOf(image, view, canvas);
  return [(x - left) / zoom, (y - top) / zoom];
}

/** Larger or smaller by a factor; the point of the image under `at` stays where it is. */
export function zoomed(
  image: TextureImage,
  view: Viewport,
  canvas: Size,
  factor: number,
  at: Point = [canvas.width / 2, canvas.height / 2],
): Viewport {
  const before = placementOf(image, view, canvas).zoom;
  const least = Math.min(LEAST_ZOOM, before);
  const zoom = Math.min(MOST_ZOOM, Math.max(least, before * factor));
  const [x, y] = imagePointAt(image, view, canvas, at);
  const center: Point = [
    x - (at[0] - canvas.width / 2) / zoom,
    y - (at[1] - canvas.height / 2) / zoom,
  ];
  return { zoom, center: inside(image, center) };
}

/** Moved by CSS pixels. */
export function panned(
  image: TextureImage,
  view: Viewport,
  canvas: Size,
  [right, down]: Point,
): Viewport {
  const { zoom, left, top } = placementOf(image, view, canvas);
  const center: Point = [
    (canvas.width / 2 - left - right) / zoom,
    (canvas.height / 2 - top - down) / zoom,
  ];
  return { zoom, center: inside(image, center) };
}

/** A texel is a CSS pixel; what is in the middle stays there. */
export function atOneToOne(image: TextureImage, view: Viewport, canvas: Size): Viewport {
  return zoomed(image, view, canvas, 1 / placementOf(image, view, canvas).zoom);
}

/** The middle of the canvas stays within the image, so that it is never lost. */
function inside({ width, height }: TextureImage, [x, y]: Point): Point {
  return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
}

/** Such as `150 %`. */
export function zoomText(zoom: number): string {
  const percent = zoom * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}
