import { type BufferRange, wholeWords } from './readResource.ts';

/** Keeps the contents that a part of a buffer had before a frame. */
export type BufferHistory = ReturnType<typeof createBufferHistory>;

export function createBufferHistory() {
  let copy: GPUBuffer | null = null;
  let kept: { readonly of: GPUBuffer; readonly range: BufferRange } | null = null;
  return {
    /** Call before the frame. */
    keep(device: GPUDevice, of: GPUBuffer, range: BufferRange) {
      const { first, bytes } = wholeWords(range);
      kept = null;
      if (bytes === 0) return;
      if (!copy || copy.size < bytes) {
        copy?.destroy();
        copy = device.createBuffer({
          label: 'before the frame',
          size: bytes,
          usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
        });
      }
      const encoder = device.createCommandEncoder({ label: 'keep what was before the frame' });
      encoder.copyBufferToBuffer(of, first, copy, 0, bytes);
      device.queue.submit([encoder.finish()]);
      kept = { of, range };
    },
    /** The copy, if the same part of the same buffer was kept before the newest frame. */
    kept(of: GPUBuffer, { first, bytes }: BufferRange): GPUBuffer | null {
      const isKept = kept?.of === of && kept.range.first === first && kept.range.bytes === bytes;
      return isKept ? copy : null;
    },
    forget() {
      copy?.destroy();
      copy = null;
      kept = null;
    },
  };
}
