import type { BindingSlot, CallCommand } from '#core/plan/runDescriptor.ts';
import type { Resource } from './resources/resource.ts';

/** What a bind group holds, by name. */
export interface BoundResources {
  get(name: string): Resource | undefined;
  /** One for each uniform block; null for blocks that are not bound. */
  readonly uniformBuffers: readonly (GPUBuffer | null)[];
}

/** A call with what it is dispatched with. */
export interface CallPipeline {
  readonly call: CallCommand;
  readonly pipeline: GPUComputePipeline;
  /** One for each bind group, by its index. */
  readonly groups: readonly GroupLayout[];
}

/** The layout of a bind group, shared by all entry points that use the same resources of it. */
export interface GroupLayout {
  readonly layout: GPUBindGroupLayout;
  readonly slots: readonly BindingSlot[];
  /** Two layouts of one key are interchangeable. */
  readonly key: string;
}

/** Everything that a dispatch needs, worked out before frames run. */
export interface PreparedCall {
  readonly entryPoint: string;
  readonly callOnce: boolean;
  readonly pipeline: GPUComputePipeline;
  /** By their indices. */
  readonly bindGroups: readonly GPUBindGroup[];
  readonly groups: Groups;
}

export type Groups =
  | { readonly kind: 'direct'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly kind: 'indirect'; readonly buffer: GPUBuffer; readonly offset: number };

/** The once-only calls that run in a frame, by the names of their entry points. */
export type OnceCalls = ReadonlySet<string> | 'all';

/**
 * Records the calls of one frame from `start` on and before `end`, in their order, into one compute
 * pass, such as one that writes timestamps.
 */
export type EncodeCalls = (
  encoder: GPUCommandEncoder,
  calls: readonly PreparedCall[],
  once: OnceCalls,
  start: number,
  end: number,
  descriptor?: GPUComputePassDescriptor,
) => void;
