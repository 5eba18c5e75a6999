import type { CompiledProgram } from '#core/output/compileResult.ts';
import type { EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { ok, type Result } from '#core/util/result.ts';
import type { BoundParameter } from './boundParameter.ts';
import type { DrawCommand, ResourceBinding, RunDescriptor } from './runDescriptor.ts';
import type { WgslUse } from './wgsl/wgslUse.ts';

/** What a program draws. */
export interface PlannedDraws {
  /** What the program uses, each entry point by its own text; undefined if the whole text says it. */
  readonly wgsl?: WgslUse;
  /** By the entry point that stands for the draw among the calls. */
  readonly draws: ReadonlyMap<string, DrawCommand>;
  /** The names of the textures that are drawn to. */
  readonly targets: ReadonlySet<string>;
  /** The binding of a parameter that is drawn to; unchanged for all others. */
  bindTarget(parameter: BoundParameter, bound: ResourceBinding): Result<ResourceBinding>;
  /** Adds the meshes, and the picture if no parameter declares it. */
  addResources(declared: ResourceLayout): Result<ResourceLayout>;
}

export type ResourceLayout = Pick<RunDescriptor, 'layout' | 'resourceCommands'>;

/** Fails with the first message about an attribute, a stage, or values that do not meet. */
export type PlanDraws = (
  program: CompiledProgram,
  entryPoints: readonly EntryPointReflection[],
) => Result<PlannedDraws>;

export const NO_DRAWS: PlannedDraws = {
  draws: new Map(),
  targets: new Set(),
  bindTarget: (_, bound) => ok(bound),
  addResources: ok,
};
