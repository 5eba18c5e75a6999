import { placementOf, type TextureImage, type TextureView } from '#engine/gpu/read/textureImage.ts';
/** The visible part of an image, and its scale. */
export type Viewport = Pick<TextureView, 'zoom' | 'center'>;

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

type Point = readonly [x: number, y: number];

const LEAST_ZOOM = 1 / 64;
const MOST_ZOOM = 128;

/** Converts a point of the canvas to texels from the image's top left. */
export function imagePointAt(
  image: TextureImage,
  view: Viewport,
  canvas: Size,
  [x, y]: Point,
): Point {
  const { zoom, left, top } = placementOf(image, view, canvas);
  return [(x - left) / zoom, (y - top) / zoom];
}

/** Zooms by a factor while the point of the image under `at` stays in place. */
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

/** Pans by CSS pixels. */
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

/** Shows one texel per CSS pixel, and keeps the centre in place. */
export function atOneToOne(image: TextureImage, view: Viewport, canvas: Size): Viewport {
  return zoomed(image, view, canvas, 1 / placementOf(image, view, canvas).zoom);
}

/** Keeps the centre of the canvas inside the image, so that the image cannot get lost. */
function inside({ width, height }: TextureImage, [x, y]: Point): Point {
  return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
}

/** For example, `150 %`. */
export function zoomText(zoom: number): string {
  const percent = zoom * 100;
  return `${percent >= 10 ? Math.round(percent) : Number(percent.toPrecision(2))} %`;
}
