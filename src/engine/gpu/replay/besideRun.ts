import type { Dispose } from '#core/util/disposer.ts';
import { prepareCalls } from '#engine/gpu/dispatch.ts';
import type { BoundResources, PreparedCall } from '#engine/gpu/frame.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { createUniformWriter } from '#engine/gpu/resources/uniformWriter.ts';

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
      writeUniforms: (inputs) => writeUniforms(own.uniformBuffers, inputs),
      dispose: () => own.destroy(),
    };
  } catch (thrown) {
    own.destroy();
    throw thrown;
  }
}
