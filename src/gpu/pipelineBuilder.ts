import type { RunDescriptor } from '#program/runDescriptor.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, type Result } from '#shared/result.ts';
import { type CallPipeline, createPipelines } from './pipelines.ts';

type Pipelines = Promise<Result<readonly CallPipeline[]>>;

/** Builds pipelines, and knows those that it was asked for last. */
export interface PipelineBuilder {
  /** Never rejects. Of the same descriptor that was built last, the same once more. */
  build(descriptor: RunDescriptor): Pipelines;
  isBuilding(): boolean;
  /** Resolves once nothing is built that is of no use to this descriptor. */
  free(descriptor: RunDescriptor): Promise<unknown>;
}

export function createPipelineBuilder(device: GPUDevice): PipelineBuilder {
  let underWay = 0;
  let newest: { readonly descriptor: RunDescriptor; readonly pipelines: Pipelines } | null = null;

  const create = async (descriptor: RunDescriptor) => {
    underWay += 1;
    try {
      return await createPipelines(device, descriptor);
    } catch (thrown) {
      return fail(messageOf(thrown));
    } finally {
      underWay -= 1;
    }
  };
  return {
    build(descriptor) {
      if (newest?.descriptor !== descriptor) {
        newest = { descriptor, pipelines: create(descriptor) };
      }
      return newest.pipelines;
    },
    isBuilding: () => underWay > 0,
    free: async (descriptor) => {
      if (newest?.descriptor !== descriptor) await newest?.pipelines;
    },
  };
}
