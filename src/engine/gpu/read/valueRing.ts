import { ok, type Result } from '#core/util/result.ts';
import { readRanges } from './readResource.ts';
import type { Staging } from './staging.ts';

export interface RingSample<Of> {
  readonly of: Of;
  readonly bytes: Uint8Array;
}

export type ValueRing<Of> = ReturnType<typeof createValueRing<Of>>;

/**
 * Collects the same few bytes of many frames on the GPU, so that the page reads many frames at
 * once. Beyond `capacity`, the oldest ones are lost.
 *
 * @param stride bytes of a sample, a multiple of four
 */
export function createValueRing<Of>(device: GPUDevice, stride: number, capacity: number) {
  const ring = device.createBuffer({
    label: 'values over frames',
    size: stride * capacity,
    usage: GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  let waiting: Of[] = [];
  let next = 0;
  return {
    device,
    /**
     * Adds a sample. The commands that `copy` records write its bytes to the ring.
     *
     * @param of what `take` returns with the bytes
     */
    add(of: Of, copy: (encoder: GPUCommandEncoder, into: GPUBuffer, offset: number) => void) {
      const encoder = device.createCommandEncoder({ label: 'keep a value' });
      copy(encoder, ring, next * stride);
      device.queue.submit([encoder.finish()]);
      next = (next + 1) % capacity;
      waiting.push(of);
      if (waiting.length > capacity) waiting.shift();
    },
    /** Reads the samples since the last call, and forgets them. */
    async take(staging: Staging, name: string): Promise<Result<RingSample<Of>[]>> {
      const taken = waiting;
      waiting = [];
      const first = (next - taken.length + capacity) % capacity;
      const atEnd = Math.min(taken.length, capacity - first);
      const range = (from: number, count: number) => ({
        buffer: ring,
        range: { first: from * stride, bytes: count * stride },
      });
      const read = await readRanges(staging, name, [
        range(first, atEnd),
        range(0, taken.length - atEnd),
      ]);
      if (!read.ok) return read;
      const parts = read.value.flatMap((part) =>
        Array.from({ length: part.length / stride }, (_, index) =>
          part.subarray(index * stride, (index + 1) * stride),
        ),
      );
      return ok(taken.map((of, index) => ({ of, bytes: parts[index] ?? new Uint8Array(stride) })));
    },
    dispose: () => ring.destroy(),
  };
}
