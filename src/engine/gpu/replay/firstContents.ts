import type { LoadRules } from '#core/plan/runControls.ts';
import type { ResourceCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { LoadedData } from '#engine/gpu/resources/resourceData.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import { writableResources } from './resourceCopies.ts';

/** Resets the resources that a run's shaders can write to their first contents. */
interface FirstContents {
  /** Fails with a sentence if the device has too little memory or is lost. */
  restore(): Promise<Result<void>>;
}

/** Fails with the resource’s name and the reason, or if the signal is aborted. */
export async function loadFirstContents(
  frame: ObservedFrame,
  loadContents: LoadContents,
  signal: AbortSignal,
): Promise<Result<FirstContents>> {
  const { descriptor, rules, device } = frame;
  const writable = new Map(writableResources(descriptor, frame.resources));
  const resourceCommands = descriptor.resourceCommands.filter(({ resourceName }) =>
    writable.has(resourceName),
  );
  try {
    const data = await loadContents({ ...descriptor, resourceCommands }, rules, device, signal);
    return ok({ restore: () => restore(frame, writable, resourceCommands, data) });
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}

async function restore(
  { device, descriptor, screen }: ObservedFrame,
  writable: ReadonlyMap<string, Resource>,
  resourceCommands: readonly ResourceCommand[],
  data: LoadedData,
): Promise<Result<void>> {
  const refusal = catchRefusals(device);
  const encoder = device.createCommandEncoder({ label: 'the first contents again' });
  const names = resourceCommands.map(({ resourceName }) => resourceName);
  const zeros = names.filter((name) => isZeroBuffer(writable.get(name), data.has(name)));
  for (const name of zeros) {
    const resource = writable.get(name);
    if (resource?.kind === 'buffer') encoder.clearBuffer(resource.buffer);
  }
  let made: ReturnType<typeof createResources> | null = null;
  let thrown: string | null = null;
  try {
    // Zeroed textures are copied from new ones: no command clears a texture of any format.
    const kept = new Set(zeros);
    const options = { kept, keepsUniformBlocks: true };
    made = createResources(device, { ...descriptor, resourceCommands }, data, screen, options);
    for (const name of names) copy(encoder, made.get(name), writable.get(name));
  } catch (error) {
    thrown = messageOf(error);
  }
  // If memory ran out for any part, the device rejects the whole submission.
  if (made && thrown === null) device.queue.submit([encoder.finish()]);
  const refused = await refusal();
  made?.destroy();
  if (!refused && thrown === null) return ok(undefined);
  if (refused?.kind === 'lost') return fail(DEVICE_LOST);
  return fail(
    `The device has no memory to begin at frame 0 again (${thrown ?? refused?.message ?? ''}). Run the shader again.`,
  );
}

function isZeroBuffer(resource: Resource | undefined, hasData: boolean): boolean {
  return resource?.kind === 'buffer' && !hasData;
}

function copy(encoder: GPUCommandEncoder, from: Resource | undefined, to: Resource | undefined) {
  if (from?.kind === 'buffer' && to?.kind === 'buffer') {
    encoder.copyBufferToBuffer(from.buffer, 0, to.buffer, 0, to.buffer.size);
  }
  if (from?.kind === 'texture' && to?.kind === 'texture') {
    const { width, height, depthOrArrayLayers } = to.texture;
    encoder.copyTextureToTexture({ texture: from.texture }, { texture: to.texture }, [
      width,
      height,
      depthOrArrayLayers,
    ]);
  }
}

/** See `loadResourceData`. Rejects with the resource’s name and the reason. */
export type LoadContents = (
  descriptor: RunDescriptor,
  rules: LoadRules,
  device: GPUDevice,
  signal: AbortSignal,
) => Promise<LoadedData>;

export const DEVICE_LOST = 'The graphics device was lost. Run the shader again.';
