import { ownValue } from '#core/util/ownValue.ts';
import { ok, type Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import type { Statistics } from '#engine/gpu/read/statistics.ts';
import {
  computeStatistics,
  reductionsOfBuffer,
  reductionsOfTexture,
} from '#engine/gpu/read/statistics.ts';
import { dimensionOf } from '#engine/gpu/read/textureKinds.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import type { GpuTools } from './gpuTools.ts';

/** Of each column or channel; of nothing where there are no numbers. */
export async function readStatistics(
  tools: GpuTools,
  { resources, descriptor }: ObservedFrame,
  { name, layout }: ResourceEntry,
): Promise<Result<Statistics[]>> {
  const resource = resources.get(name);
  switch (resource?.kind) {
    case 'buffer':
      return computeStatistics(
        tools,
        name,
        layout ? reductionsOfBuffer(resource.buffer, layout) : [],
      );
    case 'texture': {
      const dimension = dimensionOf(ownValue(descriptor.layout, name));
      return computeStatistics(tools, name, reductionsOfTexture(resource, dimension));
    }
    default:
      return ok([]);
  }
}
