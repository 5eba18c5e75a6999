import type { BindingSlot, CallCommand } from '#core/plan/runDescriptor.ts';
import type { Resource } from './resources/resource.ts';

export interface BoundResources {
  get(name: string): Resource | undefined;
  /** One per uniform block; null if the block is not bound. */
  readonly uniformBuffers: readonly (GPUBuffer | null)[];
}

export interface CallPipeline {
  readonly call: CallCommand;
  readonly pipeline: GPUComputePipeline;
  /** By bind group index. */
  readonly groups: readonly GroupLayout[];
}

/** The layout of a bind group, shared by all entry points that use the same resources in it. */
export interface GroupLayout {
  readonly layout: GPUBindGroupLayout;
  readonly slots: readonly BindingSlot[];
  /** Layouts with the same key are interchangeable. */
  readonly key: string;
}

/** Everything that a dispatch needs, prepared before frames run. */
export interface PreparedCall {
  readonly entryPoint: string;
  readonly callOnce: boolean;
  readonly pipeline: GPUComputePipeline;
  /** By bind group index. */
  readonly bindGroups: readonly GPUBindGroup[];
  readonly groups: Groups;
}

export type Groups =
  | { readonly kind: 'direct'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly kind: 'indirect'; readonly buffer: GPUBuffer; readonly offset: number };

/** The once-only calls that run in a frame, by entry-point name. */
export type OnceCalls = ReadonlySet<string> | 'all';

/** Records the frame's calls in [`start`, `end`) into one compute pass. */
export type EncodeCalls = (
  encoder: GPUCommandEncoder,
  calls: readonly PreparedCall[],
  once: OnceCalls,
  start: number,
  end: number,
  descriptor?: GPUComputePassDescriptor,
) => void;
