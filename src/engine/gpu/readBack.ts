import type { Dispose } from '#core/util/disposer.ts';

/** A buffer that commands copy into, and that the page reads once they are done. Used again and again. */
export interface ReadBack {
  /** What is copied into. */
  readonly buffer: GPUBuffer;
  /**
   * Waits for the commands that are submitted, and gives the bytes, which are there until `use` is done.
   * Rejects if the device is lost, or this is disposed before. One at a time.
   *
   * @param bytes from the first one on; all if left out
   */
  read<T>(use: (bytes: ArrayBuffer) => T | Promise<T>, bytes?: number): Promise<T>;
  /** The same, for bytes that are there until `unmap`. */
  map(bytes?: number): Promise<ArrayBuffer>;
  unmap(): void;
  dispose: Dispose;
}

/** @param size in bytes */
export function createReadBack(device: GPUDevice, name: string, size: number): ReadBack {
  const buffer = device.createBuffer({
    label: `${name}, read back`,
    size,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const map = async (bytes = size) => {
    await buffer.mapAsync(GPUMapMode.READ, 0, bytes);
    return buffer.getMappedRange(0, bytes);
  };
  const unmap = () => buffer.unmap();
  return {
    buffer,
    async read(use, bytes) {
      const mapped = await map(bytes);
      try {
        return await use(mapped);
      } finally {
        unmap();
      }
    },
    ...{ map, unmap },
    dispose: () => buffer.destroy(),
  };
}

/**
 * Copies bytes of a buffer and waits for them.
 *
 * @param from a multiple of four, and so is `to`
 */
export async function readBytes(
  device: GPUDevice,
  buffer: GPUBuffer,
  from = 0,
  to = buffer.size,
): Promise<ArrayBuffer> {
  const readBack = createReadBack(device, buffer.label, to - from);
  try {
    const encoder = device.createCommandEncoder({ label: `read ${buffer.label}` });
    encoder.copyBufferToBuffer(buffer, from, readBack.buffer, 0, to - from);
    device.queue.submit([encoder.finish()]);
    return await readBack.read((bytes) => bytes.slice(0));
  } finally {
    readBack.dispose();
  }
}

/** WebGPU's alignment of rows in a buffer that a texture is copied to, in bytes. */
const ROW_ALIGNMENT = 256;

/** Bytes from row to row in a buffer that a texture is copied to. */
export function paddedRow(bytes: number): number {
  return Math.ceil(bytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
}

/** Copies rows without their padding, to row `top` on. */
export function unpad(
  padded: Uint8Array,
  bytesPerRow: number,
  to: Uint8Array | Uint8ClampedArray,
  rowBytes: number,
  top = 0,
): void {
  if (bytesPerRow === rowBytes) {
    to.set(padded, top * rowBytes);
    return;
  }
  const rows = padded.length / bytesPerRow;
  for (let row = 0; row < rows; row += 1) {
    const at = row * bytesPerRow;
    to.set(padded.subarray(at, at + rowBytes), (top + row) * rowBytes);
  }
}
