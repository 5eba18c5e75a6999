import { readPrintRecords } from '#program/printing/readPrintRecords.ts';
import type { Dispose } from '#shared/disposer.ts';

/** Frames whose printing may be on its way back at once. */
const RING_SIZE = 4;

/** Brings printed text back without holding up a frame. */
export interface PrintReader {
  /** Before the frame's first dispatch: empties the buffer. */
  begin(encoder: GPUCommandEncoder): void;
  /**
   * After its last dispatch: copies the buffer. Call the returned function once the commands are
   * submitted; null if all copies are still on their way, and then this frame is not read.
   */
  end(encoder: GPUCommandEncoder): (() => void) | null;
  dispose: Dispose;
}

export interface PrintReaderOptions {
  readonly device: GPUDevice;
  readonly buffer: GPUBuffer;
  readonly hashedStrings: Readonly<Record<number, string>>;
  /** Not called for a frame that printed nothing. */
  readonly onPrinted: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

export function createPrintReader(options: PrintReaderOptions): PrintReader {
  const { device, buffer, hashedStrings, onPrinted, onMessage } = options;
  const free: GPUBuffer[] = Array.from({ length: RING_SIZE }, (_, index) =>
    device.createBuffer({
      label: `printed text ${index}`,
      size: buffer.size,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
    }),
  );
  const all = [...free];
  let disposed = false;

  const read = async (copy: GPUBuffer) => {
    try {
      await copy.mapAsync(GPUMapMode.READ);
    } catch {
      // The run or the device ended meanwhile; nobody waits for its text any more.
      return;
    }
    if (disposed) return;
    const { text, errors } = readPrintRecords(
      new Uint32Array(copy.getMappedRange()),
      hashedStrings,
    );
    copy.unmap();
    free.push(copy);
    if (text !== '') onPrinted(text);
    for (const error of errors) onMessage(error);
  };

  return {
    begin: (encoder) => encoder.clearBuffer(buffer),
    end(encoder) {
      const copy = free.pop();
      if (!copy) return null;
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, buffer.size);
      return () => void read(copy);
    },
    dispose() {
      disposed = true;
      for (const copy of all) copy.destroy();
    },
  };
}
