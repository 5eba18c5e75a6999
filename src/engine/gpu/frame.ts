import type {
  BindingSlot,
  DispatchCommand,
  DrawCommand,
  RunProgram,
} from '#core/plan/runDescriptor.ts';
import type { Resource } from './resources/resource.ts';

export interface BoundResources {
  get(name: string): Resource | undefined;
  /** One per uniform block; null if the block is not bound. */
  readonly uniformBuffers: readonly (GPUBuffer | null)[];
}

export type CallPipeline = DispatchPipeline | DrawPipeline;

export interface DispatchPipeline {
  readonly call: DispatchCommand;
  readonly pipeline: GPUComputePipeline;
  /** By bind group index. */
  readonly groups: readonly GroupLayout[];
}

export interface DrawPipeline {
  readonly call: DrawCommand;
  readonly groups: readonly GroupLayout[];
  /**
   * @param bindGroups by bind group index
   * @throws with the entry point's name if the draw does not fit its resources
   */
  prepare(resources: BoundResources, bindGroups: readonly GPUBindGroup[]): PreparedDraw;
}

export interface DrawRequest {
  readonly device: GPUDevice;
  readonly call: DrawCommand;
  readonly groups: readonly GroupLayout[];
  readonly layout: RunProgram['layout'];
  /** Creates the module of a WGSL text, once for each text. */
  moduleOf(text: string): { readonly module: GPUShaderModule };
}

/** The layout of a bind group, shared by all entry points that use the same resources in it. */
export interface GroupLayout {
  readonly layout: GPUBindGroupLayout;
  readonly slots: readonly BindingSlot[];
  /** Layouts with the same key are interchangeable. */
  readonly key: string;
}

/** Everything that a call needs, prepared before frames run. */
export type PreparedCall = PreparedDispatch | PreparedDraw;

export interface PreparedDispatch {
  readonly entryPoint: string;
  readonly callOnce: boolean;
  readonly pipeline: GPUComputePipeline;
  /** By bind group index. */
  readonly bindGroups: readonly GPUBindGroup[];
  readonly groups: Groups;
}

export interface PreparedDraw {
  readonly entryPoint: string;
  readonly callOnce: boolean;
  /**
   * Records the draw at `index` and those after it that share its pass.
   *
   * @returns the index of the next call
   */
  encodeFrom(
    encoder: GPUCommandEncoder,
    calls: readonly PreparedCall[],
    once: OnceCalls,
    index: number,
    end: number,
    timestampWrites: GPURenderPassTimestampWrites | undefined,
  ): number;
}

export type Groups =
  | { readonly kind: 'direct'; readonly x: number; readonly y: number; readonly z: number }
  | { readonly kind: 'indirect'; readonly buffer: GPUBuffer; readonly offset: number };

/** The once-only calls that run in a frame, by entry-point name. */
export type OnceCalls = ReadonlySet<string> | 'all';

/**
 * Records the frame's calls in [`start`, `end`): dispatches in compute passes, draws in render
 * passes. All passes get the descriptor's timestamps.
 */
export type EncodeCalls = (
  encoder: GPUCommandEncoder,
  calls: readonly PreparedCall[],
  once: OnceCalls,
  start: number,
  end: number,
  descriptor?: GPUComputePassDescriptor,
) => void;
