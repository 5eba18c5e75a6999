import type { CallCommand, RunDescriptor } from '#program/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { RunResources } from './resources.ts';

/**
 * The number of thread groups of a call along x, y and z: threads over group size, rounded up.
 * Throws, with the entry point's name, if a resource or a size is missing.
 */
export function groupCounts(
  call: CallCommand,
  { shader }: RunDescriptor,
  resources: RunResources,
): [number, number, number] {
  const groupSize = shader.threadGroupSizes[call.fnName];
  if (!groupSize) throw new Error(`Entry point ${call.fnName} not found in reflection data`);
  const threads = threadCounts(call, resources);
  const groups = (axis: 0 | 1 | 2) => Math.ceil((threads[axis] ?? 1) / groupSize[axis]);
  return [groups(0), groups(1), groups(2)];
}

function threadCounts(call: CallCommand, resources: RunResources): readonly number[] {
  switch (call.type) {
    case 'FIXED_SIZE':
      return call.size;
    case 'RESOURCE_BASED': {
      const texture = resources.texture(call.resourceName);
      if (!texture) {
        throw new Error(
          `Error when dispatching ${call.fnName}: Resource not found: ${call.resourceName}`,
        );
      }
      return [texture.width, texture.height, texture.depthOrArrayLayers];
    }
    case 'INDIRECT':
      throw new Error(
        `Failed to perform indirect dispatch of ${call.fnName}: this runner cannot do CALL_INDIRECT yet.`,
      );
    default:
      return assertNever(call);
  }
}
