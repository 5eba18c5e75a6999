import type { RunProgram, UniformBlock } from '#core/plan/runDescriptor.ts';
import { type UniformInputs, writeUniforms } from './uniforms.ts';

/**
 * Writes the uniform blocks of one frame, before the next submission.
 *
 * @param buffers one for each block, the same in every call; null for blocks that are not bound
 */
export type UniformWriter = (buffers: readonly (GPUBuffer | null)[], inputs: UniformInputs) => void;

/** Frames allocate nothing. */
export function createUniformWriter(
  device: GPUDevice,
  { uniformBlocks }: RunProgram,
): UniformWriter {
  const blocks = uniformBlocks.map((block) => createBlockWriter(device, block));
  return (buffers, inputs) => {
    for (let index = 0; index < blocks.length; index += 1) {
      const buffer = buffers[index];
      if (buffer) blocks[index]?.(buffer, inputs);
    }
  };
}

/** Writes the block the first time, and later only if any byte has changed. */
function createBlockWriter(
  { queue }: GPUDevice,
  { size, components }: UniformBlock,
): (buffer: GPUBuffer, inputs: UniformInputs) => void {
  const view = new DataView(new ArrayBuffer(size));
  const words = new Uint32Array(view.buffer);
  const written = new Uint32Array(words.length);
  let writtenOnce = false;
  const isWritten = (word: number, index: number) => word === written[index];
  return (buffer, inputs) => {
    writeUniforms(view, components, inputs);
    if (writtenOnce && words.every(isWritten)) return;
    writtenOnce = true;
    written.set(words);
    queue.writeBuffer(buffer, 0, view);
  };
}
