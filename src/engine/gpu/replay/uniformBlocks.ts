import type { UniformBlock } from '#core/plan/runDescriptor.ts';
import { type FrameInputs, writeUniforms } from '#engine/gpu/resources/uniforms.ts';

/**
 * Puts a frame's values into uniform blocks, before what is submitted next.
 *
 * @param buffers one for each block; null for blocks that are not bound
 */
export function createBlockWriter(
  { queue }: GPUDevice,
  blocks: readonly UniformBlock[],
  buffers: readonly (GPUBuffer | null)[],
): (inputs: FrameInputs) => void {
  const views = blocks.map(({ size }) => new DataView(new ArrayBuffer(size)));
  return (inputs) => {
    for (const [index, { components }] of blocks.entries()) {
      const buffer = buffers[index];
      const view = views[index];
      if (!buffer || !view) continue;
      writeUniforms(view, components, inputs);
      queue.writeBuffer(buffer, 0, view);
    }
  };
}
