import { expect, type Page } from '@playwright/test';

/** An 8-bit picture, rows from the top, four bytes per pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** The render canvas as the compositor shows it on the screen. */
export async function readPicture(page: Page): Promise<Picture> {
  return decodePng(page, await page.getByLabel('Render output').screenshot());
}

/** The picture, once two reads match: then the newest frame of a paused run is on the screen. */
export async function readStillPicture(page: Page): Promise<Picture> {
  let picture = await readPicture(page);
  await expect(async () => {
    const before = picture;
    picture = await readPicture(page);
    expect(Buffer.compare(before.data, picture.data)).toBe(0);
  }).toPass();
  return picture;
}

export async function decodePng(page: Page, png: Uint8Array): Promise<Picture> {
  const { data, ...size } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]), { premultiplyAlpha: 'none' });
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('No 2D context to decode the file with.');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const rows = Array.from({ length: height }, (_, row) =>
      String.fromCharCode(...data.subarray(row * width * 4, (row + 1) * width * 4)),
    );
    return { width, height, data: btoa(rows.join('')) };
  }, Buffer.from(png).toString('base64'));
  return { ...size, data: Buffer.from(data, 'base64') };
}

/** The colour at a place from (0, 0), the top left, to (1, 1). */
export function colorAt(picture: Picture, x: number, y: number): [number, number, number] {
  const column = Math.min(picture.width - 1, Math.floor(x * picture.width));
  const row = Math.min(picture.height - 1, Math.floor(y * picture.height));
  const at = (row * picture.width + column) * 4;
  const { data } = picture;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Whether any pixel has this colour, within 3 per channel. */
export function hasColor({ data }: Picture, [red, green, blue]: readonly number[]): boolean {
  const isNear = (at: number, value = 0) => Math.abs((data[at] ?? 0) - value) <= 3;
  for (let at = 0; at < data.length; at += 4) {
    if (isNear(at, red) && isNear(at + 1, green) && isNear(at + 2, blue)) return true;
  }
  return false;
}

/** The mean difference between the bytes of two pictures of the same size. */
export function difference(a: Picture, b: Picture): number {
  if (a.data.length !== b.data.length) throw new Error('The pictures have different sizes.');
  const sum = a.data.reduce(
    (total, byte, index) => total + Math.abs(byte - (b.data[index] ?? 0)),
    0,
  );
  return sum / a.data.length;
}

/** The mean brightness on a circle around the centre; radius 1 is half the shorter side. */
export function brightnessAtRadius(picture: Picture, radius: number): number {
  const shorter = Math.min(picture.width, picture.height);
  const samples = Array.from({ length: 64 }, (_, index) => {
    const angle = (index / 64) * 2 * Math.PI;
    const reach = (radius * shorter) / 2;
    const x = 0.5 + (Math.cos(angle) * reach) / picture.width;
    const y = 0.5 + (Math.sin(angle) * reach) / picture.height;
    return Math.max(...colorAt(picture, x, y));
  });
  return samples.reduce((total, value) => total + value, 0) / samples.length;
}

/** Reduces a picture to cells with their mean red, green and blue, row by row from the top left. */
export function cellsOf(picture: Picture, columns: number, rows: number): Uint8Array {
  const { width, height, data } = picture;
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height);
    for (let x = 0; x < width; x += 1) {
      const cell = row * columns + Math.floor((x * columns) / width);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = cell * 3 + channel;
        sums[at] = (sums[at] ?? 0) + (data[(y * width + x) * 4 + channel] ?? 0);
      }
    }
  }
  return Uint8Array.from(sums, (sum, at) => Math.round(sum / (counts[Math.floor(at / 3)] || 1)));
}

/** The mean difference between the bytes of two pictures with the same number of cells. */
export function cellDifference(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} bytes compared with ${b.length}.`);
  return a.reduce((total, byte, at) => total + Math.abs(byte - (b[at] ?? 0)), 0) / a.length;
}
