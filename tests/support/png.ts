import { encodePng } from '../../scripts/generate/png.ts';

/** A PNG image as a data address; rows from the top, three bytes per pixel. */
export function pngDataUrl(width: number, rows: readonly (readonly number[])[]): string {
  const file = encodePng({ width, height: rows.length, data: Uint8Array.from(rows.flat()) });
  return `data:image/png;base64,${file.toString('base64')}`;
}
