import { messageOf } from '#core/util/errors.ts';
import type { Size } from '#engine/gpu/screen.ts';
import {
  createWorkerClient,
  type LinkEvents,
  linkWorker,
  type OpenLink,
} from '#engine/worker/workerClient.ts';
import type { PngMethods } from './pngHandlers.ts';
import type { PngHeader } from './pngWriter.ts';

/** Writes PNG files in a worker, which starts with the first file. */
export type PngEncoder = ReturnType<typeof createPngEncoder>;

/** A file being written. Both promises reject with a sentence if the worker fails. */
interface PngFile {
  /** Transfers whole rows of RGBA bytes to the worker. Resolves when there is room for more. */
  rows(pixels: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): Promise<Blob>;
  drop(): void;
}

const CANCELLED = 'it was cancelled.';

export function createPngEncoder(open: OpenLink<PngMethods> = openPngWorker) {
  const worker = createWorkerClient<PngMethods>({ open });
  let lastFile = 0;
  return {
    begin(header: PngHeader): PngFile {
      lastFile += 1;
      const file = lastFile;
      const dropped = new AbortController();
      const { signal } = dropped;
      // If this fails, the next request reports it.
      worker.ask('begin', { file, header }).catch(() => {});
      return {
        rows: (pixels) =>
          explained(worker.ask('rows', { file, pixels }, { signal, transfer: [pixels.buffer] })),
        end: () => explained(worker.ask('end', { file }, { signal })),
        drop() {
          dropped.abort(new Error(CANCELLED));
          // An ended worker holds no files.
          if (worker.isOpen()) worker.ask('drop', { file }).catch(() => {});
        },
      };
    },
    dispose: () => worker.close(CANCELLED),
  };
}

async function explained<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw new Error(`The picture could not be written: ${messageOf(thrown)}`);
  }
}

function openPngWorker(events: LinkEvents<PngMethods>) {
  const worker = new Worker(new URL('./pngWorker.ts', import.meta.url), {
    type: 'module',
    name: 'png',
  });
  return linkWorker(worker, events);
}

/** An image as RGBA bytes, with rows from the top. */
export interface Image extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Encodes an image in its own worker, to which it transfers the image's bytes. The file has exactly
 * these colours; a canvas would lose those of transparent pixels. Rejects with a sentence.
 */
export async function encodePng(
  { width, height, bytes }: Image,
  open?: Parameters<typeof createPngEncoder>[0],
): Promise<Blob> {
  const encoder = createPngEncoder(open);
  try {
    const file = encoder.begin({ width, height, keepsAlpha: true, text: null });
    await file.rows(bytes);
    return await file.end();
  } finally {
    encoder.dispose();
  }
}
