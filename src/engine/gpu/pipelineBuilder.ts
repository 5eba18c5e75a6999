import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { CallPipeline } from './frame.ts';
import { createPipelines } from './pipelines.ts';

type Pipelines = Promise<Result<readonly CallPipeline[]>>;

/** Builds pipelines, and knows those that it was asked for last. */
export interface PipelineBuilder {
  /**
   * Never rejects. Of the same descriptor that was built last, the same once more.
   *
   * @param kept pipelines of another version, with the same resources, that this one can use
   */
  build(descriptor: RunDescriptor, kept?: readonly CallPipeline[]): Pipelines;
  isBuilding(): boolean;
  /** Resolves once nothing is built that is of no use to this descriptor. */
  free(descriptor: RunDescriptor): Promise<unknown>;
}

export function createPipelineBuilder(device: GPUDevice): PipelineBuilder {
  let underWay = 0;
  let newest: { readonly descriptor: RunDescriptor; readonly pipelines: Pipelines } | null = null;

  const create = async (descriptor: RunDescriptor, kept?: readonly CallPipeline[]) => {
    underWay += 1;
    try {
      return await createPipelines(device, descriptor, kept);
    } catch (thrown) {
      return fail(messageOf(thrown));
    } finally {
      underWay -= 1;
    }
  };
  return {
    build(descriptor, kept) {
      if (newest?.descriptor !== descriptor) {
        newest = { descriptor, pipelines: create(descriptor, kept) };
      }
      return newest.pipelines;
    },
    isBuilding: () => underWay > 0,
    free: async (descriptor) => {
      if (newest?.descriptor !== descriptor) await newest?.pipelines;
    },
  };
}
