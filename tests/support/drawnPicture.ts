import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import { paddedRow, readBytes } from '#engine/gpu/readBack.ts';
import { createExactRenderer } from '#engine/gpu/replay/exactRenderer.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';

export interface DrawnPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha from 0 to 255; row 0 is the bottom one. */
  at(x: number, y: number): readonly number[];
  /** The words of a buffer after the last frame. */
  words(buffer: string): Promise<Uint32Array>;
}

const INPUTS: UniformInputs = {
  ...{ frame: 0, time: 0, mouse: [0, 0, 0, 0], values: {}, isKeyDown: () => false },
};

/** Draws frames of a program on a real device. Throws why it cannot. */
export async function drawPicture(
  device: GPUDevice,
  descriptor: RunDescriptor,
  size = { width: 32, height: 24 },
  frames = 1,
): Promise<DrawnPicture> {
  const pipelines = await createPipelines(device, descriptor);
  if (!pipelines.ok) throw new Error(pipelines.error);
  const data = await loadResourceData(descriptor, {
    rules: { followsRedirects: true, seed: 1 },
    assets: { read: async () => new Blob([]), describeMissing: async (_, reason) => reason },
    ...{ signal: new AbortController().signal, onLoading: () => {}, kept: new Set() },
    maxBufferBytes: 2 ** 27,
  });
  const made = await createExactRenderer({
    ...{ device, descriptor, pipelines: pipelines.value, data, size },
  });
  if (!made.ok) throw new Error(made.error);
  const { draw, picture, resources } = made.value;
  device.pushErrorScope('validation');
  for (let frame = 0; frame < frames; frame += 1) draw({ ...INPUTS, frame, time: frame / 60 });
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  if (!picture) throw new Error('The program draws no picture.');
  const { width, height } = picture;
  const bytesPerRow = paddedRow(width * 4);
  const buffer = device.createBuffer({
    ...{ label: 'picture', size: bytesPerRow * height },
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyTextureToBuffer({ texture: picture }, { buffer, bytesPerRow }, [width, height]);
  device.queue.submit([encoder.finish()]);
  const bytes = new Uint8Array(await readBytes(device, buffer, 0, bytesPerRow * height));
  return {
    ...{ width, height },
    at: (x, y) => [...bytes.subarray(y * bytesPerRow + x * 4, y * bytesPerRow + x * 4 + 4)],
    async words(name) {
      const resource = resources.get(name);
      if (resource?.kind !== 'buffer') throw new Error(`${name} is not a buffer.`);
      return new Uint32Array(await readBytes(device, resource.buffer, 0, resource.buffer.size));
    },
  };
}
