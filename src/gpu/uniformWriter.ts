import type { UniformValues } from '#program/runControls.ts';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import { type FrameInputs, writeUniforms } from './uniforms.ts';

export interface UniformSource extends Pick<FrameInputs, 'mouse' | 'isKeyDown'> {
  readonly device: GPUDevice;
  values(): UniformValues;
}

/** Writes the uniform block of one frame. */
export type UniformWriter = (buffer: GPUBuffer | null, frame: number, seconds: number) => void;

/** The first time all bytes are written; from then on only if one is another than before. */
export function createUniformWriter(
  source: UniformSource,
  { uniformSize, uniformComponents }: RunDescriptor,
): UniformWriter {
  const view = new DataView(new ArrayBuffer(uniformSize));
  const words = new Uint32Array(view.buffer);
  const written = new Uint32Array(words.length);
  let writtenOnce = false;
  const inputs = {
    time: 0,
    frame: 0,
    mouse: source.mouse,
    isKeyDown: source.isKeyDown,
    values: source.values(),
  };
  const isWritten = () => {
    for (let index = 0; index < words.length; index += 1) {
      if (words[index] !== written[index]) return false;
    }
    return writtenOnce;
  };
  return (buffer, frame, seconds) => {
    if (!buffer) return;
    inputs.time = seconds;
    inputs.frame = frame;
    inputs.values = source.values();
    writeUniforms(view, uniformComponents, inputs);
    if (isWritten()) return;
    writtenOnce = true;
    written.set(words);
    source.device.queue.writeBuffer(buffer, 0, view);
  };
}
