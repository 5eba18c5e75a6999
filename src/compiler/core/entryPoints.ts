import type { CompileRequest, EntryPointsResult } from '#program/compileResult.ts';
import { readReflection } from '#program/reflection.ts';
import { success } from './answer.ts';
import { type CompilerContext, inSession, type UserSession } from './session.ts';
import type { EntryPoint } from './slangModule.ts';

/** The entry points that the user's source defines, in the order of their declaration. */
export function definedEntryPoints({ module, scope }: UserSession): EntryPoint[] {
  const count = module.getDefinedEntryPointCount();
  return Array.from({ length: count }, (_, index) =>
    scope.own(module.getDefinedEntryPoint(index)),
  ).filter((entryPoint) => entryPoint !== null);
}

/** Lists the names and stages of the entry points that the source defines. */
export function findEntryPoints(
  context: CompilerContext,
  source: Pick<CompileRequest, 'sourceCode' | 'shaderPath'>,
): EntryPointsResult {
  return inSession(context, 'WGSL', source, (user) => {
    const entryPoints = definedEntryPoints(user);
    const composite = user.session.createCompositeComponentType([user.module, ...entryPoints]);
    const layout = user.scope.own(composite)?.getLayout(0);
    const stages = new Map(
      readReflection(layout?.toJsonObject() ?? null).entryPoints.map(({ name, stage }) => [
        name,
        stage,
      ]),
    );
    const found = entryPoints.map((entryPoint) => {
      const name = entryPoint.getName();
      return { name, stage: stages.get(name) ?? 'unknown' };
    });
    return success(found, user.log, source);
  });
}
