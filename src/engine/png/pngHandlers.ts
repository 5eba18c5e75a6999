import type { Handlers } from '#engine/worker/serveCalls.ts';
import { createPngWriter, type PngWriter } from './pngWriter.ts';
import type { PngMethods } from './protocol.ts';

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
