import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { prepareCalls } from '#engine/gpu/dispatch.ts';
import { encodeFrame } from '#engine/gpu/encodeFrame.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { BoundResources, PreparedCall } from '#engine/gpu/frame.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import { createUniformWriter, type UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { DEVICE_LOST } from './firstContents.ts';

/** Executes frames of a run again, on the run's own resources, without showing them. */
export type FrameReplay = ReturnType<typeof replayOf>;

/**
 * Fails with a sentence if the device reports an error or is lost. Valid while the resources are.
 */
export async function createFrameReplay(frame: ObservedFrame): Promise<Result<FrameReplay>> {
  const refusal = catchRefusals(frame.device);
  let bound: BesideRun | null = null;
  let thrown: string | null = null;
  try {
    bound = bindBesideRun(frame, frame);
  } catch (error) {
    thrown = messageOf(error);
  }
  const refused = await refusal();
  if (bound && !refused) return ok(replayOf(frame, bound));
  bound?.dispose();
  if (refused?.kind === 'lost') return fail(DEVICE_LOST);
  const reason = thrown ?? refused?.message ?? 'no reason is known';
  return fail(`The device cannot replay frames (${reason}). Run the shader again.`);
}

function replayOf({ device, resources }: ObservedFrame, bound: BesideRun) {
  return {
    /** Discards the frame's picture and printed text. */
    submit(inputs: UniformInputs) {
      bound.writeUniforms(inputs);
      const encoder = device.createCommandEncoder({ label: 'a replayed frame' });
      encodeFrame(encoder, bound.calls, resources, inputs.frame);
      device.queue.submit([encoder.finish()]);
    },
    dispose: bound.dispose,
  };
}

/** A program bound to the resources of a run, with its own uniform blocks. */
export interface BesideRun {
  readonly calls: readonly PreparedCall[];
  /** Writes a frame's values to the uniform blocks, before the next submission. */
  writeUniforms(inputs: UniformInputs): void;
  dispose: Dispose;
}

/**
 * Binds a program to the resources of a run's frame, and creates those that the run does not have.
 *
 * @param replaced resources to bind instead of the run's
 * @throws with the resource's or entry point's name if the device cannot create it
 */
export function bindBesideRun(
  { device, resources, screen }: ObservedFrame,
  { descriptor, pipelines }: Pick<ObservedFrame, 'descriptor' | 'pipelines'>,
  replaced: ReadonlyMap<string, Resource> = new Map(),
): BesideRun {
  const get = (name: string) => replaced.get(name) ?? resources.get(name);
  const names = descriptor.resourceCommands.map(({ resourceName }) => resourceName);
  const kept = new Set(names.filter(get));
  const keepsUniformBlocks = false;
  const own = createResources(device, descriptor, new Map(), screen, { kept, keepsUniformBlocks });
  const together: BoundResources = {
    get: (name) => get(name) ?? own.get(name),
    uniformBuffers: own.uniformBuffers,
  };
  const writeUniforms = createUniformWriter(device, descriptor);
  try {
    return {
      calls: prepareCalls(device, descriptor, pipelines, together),
      writeUniforms: (inputs) => writeUniforms(own.uniformBuffers, inputs, screen),
      dispose: () => own.destroy(),
    };
  } catch (thrown) {
    own.destroy();
    throw thrown;
  }
}
