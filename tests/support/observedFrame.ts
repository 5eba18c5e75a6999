import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { prepareCalls } from '#engine/gpu/dispatch.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createPipelines } from '#engine/gpu/pipelines.ts';
import { createResources } from '#engine/gpu/resources/resources.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import type { FakeDevice } from './fakeDevice.ts';

export const SCREEN = { width: 64, height: 32 };

export const INPUTS: UniformInputs = {
  time: 2,
  frame: 7,
  mouse: [1, 2, 3, 4],
  isKeyDown: () => false,
  values: {},
};

export async function observedFrame(
  { device }: FakeDevice,
  descriptor: RunDescriptor,
  part: Partial<ObservedFrame> = {},
): Promise<ObservedFrame> {
  const screen = part.screen ?? SCREEN;
  const resources = createResources(device, descriptor, new Map(), screen);
  const pipelines = await createPipelines(device, descriptor);
  if (!pipelines.ok) throw new Error(pipelines.error);
  const calls = prepareCalls(device, descriptor, pipelines.value, resources);
  const once = new Set<string>();
  return {
    ...{ device, descriptor, pipelines: pipelines.value, resources, calls, once },
    ...{ inputs: INPUTS, rules: { followsRedirects: true, seed: 1 }, screen },
    ...part,
  };
}
