import type { Method } from '#engine/worker/calls.ts';
import type { PngHeader } from './pngWriter.ts';

/** What the worker that writes PNG files can do. Several files, by their numbers, may be under way. */
export interface PngMethods {
  begin: Method<{ readonly file: number; readonly header: PngHeader }, void>;
  /** Takes whole rows; see PngWriter. */
  rows: Method<{ readonly file: number; readonly pixels: Uint8Array<ArrayBuffer> }, void>;
  end: Method<{ readonly file: number }, Blob>;
  /** The file is not wanted any more. */
  drop: Method<{ readonly file: number }, void>;
}
