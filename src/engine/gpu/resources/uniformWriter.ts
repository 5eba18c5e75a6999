import type { UniformValues } from '#core/plan/runControls.ts';
import type { RunDescriptor, UniformBlock } from '#core/plan/runDescriptor.ts';
import { type FrameInputs, writeUniforms } from './uniforms.ts';

export interface UniformSource extends Pick<FrameInputs, 'mouse' | 'isKeyDown'> {
  readonly device: GPUDevice;
  values(seconds: number): UniformValues;
}

/**
 * Writes the uniform blocks of one frame.
 *
 * @param buffers one for each block; null for blocks that are not bound
 */
export type UniformWriter = (
  buffers: readonly (GPUBuffer | null)[],
  frame: number,
  seconds: number,
) => void;

/** Allocates nothing in a frame. */
export function createUniformWriter(
  source: UniformSource,
  { uniformBlocks }: RunDescriptor,
): UniformWriter {
  const inputs = {
    time: 0,
    frame: 0,
    mouse: source.mouse,
    isKeyDown: source.isKeyDown,
    values: source.values(0),
  };
  const blocks = uniformBlocks.map((block) => createBlockWriter(source.device, block, inputs));
  return (buffers, frame, seconds) => {
    inputs.time = seconds;
    inputs.frame = frame;
    inputs.values = source.values(seconds);
    for (let index = 0; index < blocks.length; index += 1) {
      const buffer = buffers[index];
      if (buffer) blocks[index]?.(buffer);
    }
  };
}

/** The first time all bytes are written; from then on only if one is another than before. */
function createBlockWriter(
  device: GPUDevice,
  { size, components }: UniformBlock,
  inputs: FrameInputs,
): (buffer: GPUBuffer) => void {
  const view = new DataView(new ArrayBuffer(size));
  const words = new Uint32Array(view.buffer);
  const written = new Uint32Array(words.length);
  let writtenOnce = false;
  const isWritten = () => {
    for (let index = 0; index < words.length; index += 1) {
      if (words[index] !== written[index]) return false;
    }
    return writtenOnce;
  };
  return (buffer) => {
    writeUniforms(view, components, inputs);
    if (isWritten()) return;
    writtenOnce = true;
    written.set(words);
    device.queue.writeBuffer(buffer, 0, view);
  };
}
