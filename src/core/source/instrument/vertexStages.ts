import type { CompiledProgram } from '#core/output/compileResult.ts';
import { isJsonObject, type JsonObject, objectsAt, stringAt } from '#core/util/json.ts';
import type { VertexKernel } from './site.ts';

/** What the compiler writes before values between stages, also where no stage begins or ends. */
const BETWEEN_STAGES = /@(?:location|interpolate)\([\w, ]*\) /g;
const MISPLACED = /@interpolate\([\w, ]*\) (?!@location)/g;

/**
 * Gives an instrumented program the vertex stages of the original one, which record nothing.
 *
 * @param plain the original program
 * @param kernels those that run vertices instead
 */
export function withVertexStages(
  instrumented: CompiledProgram,
  plain: CompiledProgram,
  kernels: readonly VertexKernel[],
): CompiledProgram {
  const { reflection } = instrumented;
  if (!instrumented.stages || !isJsonObject(reflection)) return instrumented;
  const before = entryPointsIn(plain);
  const now = new Map(entryPointsIn(instrumented).map((each) => [stringAt(each, 'name'), each]));
  const vertices = before.filter((each) => stringAt(each, 'stage') === 'vertex');
  const names = new Set(vertices.map((each) => stringAt(each, 'name')));
  const kept = before.map((each) => {
    const name = stringAt(each, 'name');
    const own = names.has(name) ? each : (now.get(name) ?? each);
    now.delete(name);
    return own;
  });
  const ofVertices = Object.entries(plain.stages ?? {}).filter(([name]) => names.has(name));
  const recording = Object.entries(instrumented.stages).map(([name, code]) => {
    const isKernel = kernels.some((kernel) => kernel.name === name);
    return [name, code.replaceAll(isKernel ? BETWEEN_STAGES : MISPLACED, '')] as const;
  });
  return {
    ...instrumented,
    reflection: { ...reflection, entryPoints: [...kept, ...now.values()] },
    stages: Object.fromEntries([...recording, ...ofVertices]),
  };
}

function entryPointsIn({ reflection }: CompiledProgram): JsonObject[] {
  return isJsonObject(reflection) ? objectsAt(reflection, 'entryPoints') : [];
}
