import type { CompiledProgram } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import type { CallCommand, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { prefixOf } from '#core/source/instrument/compileInstrumented.ts';
import { type PaintedTargets, withPaintedTargets } from '#core/source/instrument/paintedDraws.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import { withVertexStages } from '#core/source/instrument/vertexStages.ts';
import { ok, type Result } from '#core/util/result.ts';
import { GROUPS_BYTES, type VertexPlan } from '#engine/gpu/trace/tracedVertices.ts';

interface TracedPlan {
  readonly descriptor: RunDescriptor;
  /** Null if the program draws nothing. */
  readonly vertices: VertexPlan | null;
  /** Null if no values of fragments are painted. */
  readonly painted: PaintedTargets | null;
}

/**
 * Plans an instrumented program. The kernels that run vertices come before the draws of these.
 *
 * @param plain the original program
 * @param onlyPainted the only entry point whose values are wanted; null for those of all
 */
export async function planTraced(
  result: CompiledProgram,
  plain: CompiledProgram,
  { bufferName, vertexKernels }: InstrumentedProgram,
  uri: string,
  onlyPainted: string | null,
): Promise<Result<TracedPlan>> {
  if (!result.stages) {
    const planned = await planProgram(result, uri);
    return planned.ok ? ok({ descriptor: planned.value, vertices: null, painted: null }) : planned;
  }
  const planned = await planProgram(withVertexStages(result, plain, vertexKernels), uri);
  if (!planned.ok) return planned;
  const prefix = prefixOf(bufferName);
  const groups = `${prefix}groups`;
  const names = vertexKernels.map(({ name }) => name);
  const callCommands = planned.value.callCommands.flatMap((call): CallCommand[] => {
    if (names.includes(call.entryPoint)) return [];
    const index = vertexKernels.findIndex(({ entryPoint }) => entryPoint === call.entryPoint);
    const kernel = call.type === 'DRAW' ? vertexKernels[index] : undefined;
    if (!kernel || (onlyPainted !== null && onlyPainted !== call.entryPoint)) return [call];
    const { callOnce } = call;
    const offset = index * GROUPS_BYTES;
    const runs = { type: 'INDIRECT', entryPoint: kernel.name, bufferName: groups, offset } as const;
    return [{ ...runs, callOnce }, call];
  });
  const descriptor = { ...planned.value, callCommands };
  const drawn = withPaintedTargets(descriptor, onlyPainted, prefix);
  return ok({
    descriptor: drawn?.descriptor ?? descriptor,
    vertices: { kernels: vertexKernels, inputs: `${prefix}vertices`, groups },
    painted: drawn?.painted ?? null,
  });
}
