import type { Dispose } from '#core/util/disposer.ts';
import { type BufferRange, wholeWords } from './readResource.ts';

/** Keeps a part of a buffer as it was before a frame. */
export interface BufferHistory {
  /** Called before the frame. */
  keep(device: GPUDevice, of: GPUBuffer, range: BufferRange): void;
  /** The copy, if this part of this buffer was kept before the newest frame. */
  kept(of: GPUBuffer, range: BufferRange): GPUBuffer | null;
  forget: Dispose;
}

export function createBufferHistory(): BufferHistory {
  let copy: GPUBuffer | null = null;
  let kept: { readonly of: GPUBuffer; readonly range: BufferRange } | null = null;
  return {
    keep(device, of, range) {
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
    kept(of, { first, bytes }) {
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
