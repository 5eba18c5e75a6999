import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { prepareCalls } from '#engine/gpu/dispatch.ts';
import { encodeFrame } from '#engine/gpu/encodeFrame.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { BoundResources, CallPipeline } from '#engine/gpu/frame.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { LoadedData } from '#engine/gpu/resources/resourceData.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import { createUniformWriter, type UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { DEVICE_LOST } from './firstContents.ts';

/** Draws frames of a program beside the run, with its own resources. */
export interface ExactRenderer {
  readonly size: Size;
  readonly resources: BoundResources;
  /** Null if the program draws none. The next frame overwrites it. */
  readonly picture: GPUTexture | null;
  /**
   * Submits a frame. Frames may depend on earlier ones: to reproduce a run exactly, draw all frames
   * from 0 on.
   */
  draw(inputs: UniformInputs): void;
  dispose: Dispose;
}

interface ExactRendererOptions {
  readonly device: GPUDevice;
  readonly descriptor: RunDescriptor;
  readonly pipelines: readonly CallPipeline[];
  /** See `loadResourceData`. */
  readonly data: LoadedData;
  readonly size: Size;
}

/** Fails with a sentence if the device cannot create the resources, or is lost. */
export async function createExactRenderer(
  options: ExactRendererOptions,
): Promise<Result<ExactRenderer>> {
  const refusal = catchRefusals(options.device);
  let made: ExactRenderer | null = null;
  let thrown: string | null = null;
  try {
    made = makeRenderer(options);
  } catch (error) {
    thrown = messageOf(error);
  }
  const refused = await refusal();
  if (made && !refused) return ok(made);
  made?.dispose();
  return fail(thrown ?? explain(options.size, refused?.kind, refused?.message ?? ''));
}

function explain({ width, height }: Size, kind: string | undefined, message: string): string {
  switch (kind) {
    case 'lost':
      return DEVICE_LOST;
    case 'out of memory':
      return `The device has no memory for a second picture of ${width} × ${height} pixels. Choose a smaller size.`;
    default:
      return `The device refuses a picture of ${width} × ${height} pixels: ${message}`;
  }
}

function makeRenderer({
  device,
  descriptor,
  pipelines,
  data,
  size,
}: ExactRendererOptions): ExactRenderer {
  const resources = createResources(device, descriptor, data, size);
  try {
    const calls = prepareCalls(device, descriptor, pipelines, resources);
    const writeUniforms = createUniformWriter(device, descriptor);
    return {
      size,
      resources,
      picture: pictureOf(resources),
      draw(inputs) {
        writeUniforms(resources.uniformBuffers, inputs, size);
        const encoder = device.createCommandEncoder({ label: 'an exact frame' });
        encodeFrame(encoder, calls, resources, inputs.frame);
        device.queue.submit([encoder.finish()]);
      },
      dispose: () => resources.destroy(),
    };
  } catch (thrown) {
    resources.destroy();
    throw thrown;
  }
}
