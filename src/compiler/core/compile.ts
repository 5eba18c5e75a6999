import type { CompiledProgram, CompileRequest, CompileResult } from '#program/compileResult.ts';
import { compilesWholeProgram, isCompileTarget } from '#program/compileTarget.ts';
import { readReflection } from '#program/reflection.ts';
import { isJsonObject, type JsonValue, objectAt } from '#shared/json.ts';
import { failure, success } from './answer.ts';
import { definedEntryPoints } from './entryPoints.ts';
import { type CompilerContext, inSession, type UserSession } from './session.ts';
import type { ComponentType, EntryPoint } from './slangModule.ts';

/** Said when the compiler succeeds with nothing and has no error of its own to tell. */
const NO_ENTRY_POINT =
  'The source defines no entry point. Mark a function with, for example, ' +
  '[shader("compute")] and [numthreads(8, 8, 1)].';

/**
 * Compiles the source for one target: all entry points that it defines together, or the one that
 * is named (specification, section 4, "Compiler flow").
 */
export function compile(context: CompilerContext, request: CompileRequest): CompileResult {
  const { target, entrypoint } = request;
  if (isCompileTarget(target) && !compilesWholeProgram(target) && !entrypoint) {
    return failure('No entry point specified');
  }
  return inSession(context, target, request, (user) => {
    const entryPoints = definedEntryPoints(user);
    if (entryPoints.length === 0) return failure(NO_ENTRY_POINT, user.log, request);
    const program = link(user, entryPoints);
    if (!program) return user.lastError();
    const code = program.getTargetCode(0);
    if (code === '') return user.lastError();
    // The layout belongs to the program: freeing its handle too would corrupt the heap.
    const layout = program.getLayout(0);
    if (!layout) return user.lastError();
    return success(describe(request, code, layout.toJsonObject()), user.log, request);
  });
}

function link(user: UserSession, entryPoints: readonly EntryPoint[]): ComponentType | null {
  const { scope, session, module } = user;
  const composite = scope.own(session.createCompositeComponentType([module, ...entryPoints]));
  return scope.own(composite?.link() ?? null);
}

function describe(request: CompileRequest, code: string, layout: JsonValue): CompiledProgram {
  return {
    target: request.target,
    code,
    hashedStrings: readHashedStrings(layout),
    reflection: layout,
    threadGroupSizes: Object.fromEntries(
      readReflection(layout)
        .entryPoints.filter(({ stage }) => stage === 'compute')
        .map(({ name, threadGroupSize }) => [name, threadGroupSize]),
    ),
  };
}

/** The compiler maps text to hash, as a signed number; printing needs it the other way round. */
function readHashedStrings(layout: JsonValue): Record<number, string> {
  if (!isJsonObject(layout)) return {};
  return Object.fromEntries(
    Object.entries(objectAt(layout, 'hashedStrings')).map(([text, hash]) => [
      Number(hash) >>> 0,
      text,
    ]),
  );
}
