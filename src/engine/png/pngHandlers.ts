import type { Handlers, Method } from '#engine/worker/calls.ts';
import { createPngWriter, type PngHeader, type PngWriter } from './pngWriter.ts';

/** The methods of the PNG worker. It can write several files at once, identified by number. */
export interface PngMethods {
  begin: Method<{ readonly file: number; readonly header: PngHeader }, void>;
  /** Takes whole rows; see PngWriter. */
  rows: Method<{ readonly file: number; readonly pixels: Uint8Array<ArrayBuffer> }, void>;
  end: Method<{ readonly file: number }, Blob>;
  drop: Method<{ readonly file: number }, void>;
}

/** The worker's handlers. A file is discarded if writing it fails. */
export function createPngHandlers(): Handlers<PngMethods> {
  const writers = new Map<number, PngWriter>();
  const write = async <Value>(file: number, work: (writer: PngWriter) => Promise<Value>) => {
    const writer = writers.get(file);
    if (!writer) throw new Error('its worker was restarted. Save it again.');
    try {
      return await work(writer);
    } catch (thrown) {
      writers.delete(file);
      throw thrown;
    }
  };
  return {
    begin: ({ file, header }) => void writers.set(file, createPngWriter(header)),
    rows: ({ file, pixels }) => write(file, (writer) => writer.rows(pixels)),
    end: ({ file }) =>
      write(file, (writer) => {
        writers.delete(file);
        return writer.end();
      }),
    drop: ({ file }) => void writers.delete(file),
  };
}
