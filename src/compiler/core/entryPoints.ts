import type { CompileRequest, EntryPointsResult } from '#program/compileResult.ts';
import { readReflection } from '#program/reflection.ts';
import { failure, success } from './answer.ts';
import { readLayoutJson } from './layoutJson.ts';
import { type CompilerContext, inSession, type UserSession } from './session.ts';
import type { EntryPoint } from './slangModule.ts';

/**
 * The entry points that the user's source defines, in the order of their declaration; null if the
 * compiler does not hand one out.
 */
export function definedEntryPoints({ module, scope }: UserSession): EntryPoint[] | null {
  const found: EntryPoint[] = [];
  const count = module.getDefinedEntryPointCount();
  for (let index = 0; index < count; index += 1) {
    const entryPoint = scope.own(module.getDefinedEntryPoint(index));
    if (!entryPoint) return null;
    found.push(entryPoint);
  }
  return found;
}

/** Lists the names and stages of the entry points that the source defines. */
export function findEntryPoints(
  context: CompilerContext,
  source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
): EntryPointsResult {
  const answer = inSession(context, 'WGSL', source, (user) => {
    const entryPoints = definedEntryPoints(user);
    if (!entryPoints) return failure('Error finding defined entry points', user.log, source);
    const { scope, session, module } = user;
    const composite = scope.own(session.createCompositeComponentType([module, ...entryPoints]));
    const layout = composite?.getLayout(0);
    const reflection = readReflection(layout ? readLayoutJson(layout) : null);
    const stages = new Map(reflection.entryPoints.map(({ name, stage }) => [name, stage]));
    const found = entryPoints.map((entryPoint) => {
      const name = entryPoint.getName();
      return { name, stage: stages.get(name) ?? 'unknown' };
    });
    return success(found, user.log, source);
  });
  const [first] = answer.diagnostics;
  if (answer.succ || !first) return answer;
  return { ...answer, message: `Unable to load user module: ${first.message}` };
}
