import type { Dispose } from '#core/util/disposer.ts';

/** A reusable buffer that commands copy into and the page reads when they are done. */
export interface ReadBack {
  readonly buffer: GPUBuffer;
  /**
   * Waits for the submitted commands and passes on the bytes, which are valid until `use` is done.
   * Rejects if the device is lost, or the buffer is disposed of first. Do not run two at a time.
   *
   * @param bytes from the start of the buffer; the whole buffer if omitted
   */
  read<T>(use: (bytes: ArrayBuffer) => T | Promise<T>, bytes?: number): Promise<T>;
  /** Like `read`, but the bytes are valid until `unmap`. */
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

/** @param from a multiple of four, like `to` */
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

/** WebGPU's row alignment for copies from a texture to a buffer, in bytes. */
const ROW_ALIGNMENT = 256;

/** Row pitch in bytes for copies from a texture to a buffer. */
export function paddedRow(bytes: number): number {
  return Math.ceil(bytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
}

/** Copies rows without their padding, starting at row `top`. */
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
