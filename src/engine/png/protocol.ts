import type { Method } from '#engine/worker/calls.ts';
import type { PngHeader } from './pngWriter.ts';

/** The methods of the PNG worker. It can write several files at once, identified by number. */
export interface PngMethods {
  begin: Method<{ readonly file: number; readonly header: PngHeader }, void>;
  /** Takes whole rows; see PngWriter. */
  rows: Method<{ readonly file: number; readonly pixels: Uint8Array<ArrayBuffer> }, void>;
  end: Method<{ readonly file: number }, Blob>;
  drop: Method<{ readonly file: number }, void>;
}
