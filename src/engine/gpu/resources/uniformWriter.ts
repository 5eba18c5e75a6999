import type { RunProgram, UniformBlock } from '#core/plan/runDescriptor.ts';
import { type UniformInputs, writeUniforms } from './uniforms.ts';

/**
 * Writes the uniform blocks of one frame, before what is submitted next.
 *
 * @param buffers the same ones each time, one for each block; null for blocks that are not bound
 */
export type UniformWriter = (buffers: readonly (GPUBuffer | null)[], inputs: UniformInputs) => void;

/** Allocates nothing in a frame. */
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

/** The first time all bytes are written; from then on only if one is another than before. */
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
    queue.writeBuffer(buffer, 0, words);
  };
}
