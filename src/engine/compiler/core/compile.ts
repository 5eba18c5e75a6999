import type { CompiledProgram, CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { compilesWholeProgram, isCompileTarget } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { isJsonObject, type JsonValue, objectAt } from '#core/util/json.ts';
import { failure, success } from './answer.ts';
import { completeLayout } from './completeLayout.ts';
import { definedEntryPoints, impliedEntryPoint, listingTarget } from './entryPoints.ts';
import { readLayoutOrSpend } from './layout.ts';
import { reachedFiles } from './projectModules.ts';
import { type CompilerContext, inSession, type UserSession } from './session.ts';
import type { ComponentType, EntryPoint } from './slangModule.ts';

/** The message if the compiler returns nothing and reports no error. */
const NO_ENTRY_POINT =
  'The source defines no entry point. Mark a function with, for example, ' +
  '[shader("compute")] and [numthreads(8, 8, 1)].';

/** Disassembles a SPIR-V module; throws if the bytes are not one. */
export type Disassembler = (module: Uint8Array) => string;

/**
 * Compiles the source for one target: all its entry points together, or the
 * named one (specification, section 4, "Compiler flow").
 *
 * @param disassemble needed for the target SPIRV only
 */
export function compile(
  context: CompilerContext,
  request: CompileRequest,
  disassemble?: Disassembler,
): CompileResult {
  const { target, entrypoint } = request;
  if (isCompileTarget(target) && !compilesWholeProgram(target) && !entrypoint) {
    return failure('No entry point specified');
  }
  return inSession(context, target, request, (user) => {
    const defined = definedEntryPoints(user);
    if (!defined) return failure('Error finding defined entry points', user.log, request);
    const chosen = compilesWholeProgram(target) ? defined : named(user, defined, request);
    if (chosen.length === 0) {
      return failure(nothingChosen(entrypoint, defined), user.log, request);
    }
    const program = link(user, chosen);
    if (!program) return user.lastError();
    const output = generate(target, program);
    if (output.code === '' && !output.binary?.length) return user.lastError();
    // The layout belongs to the program: freeing its handle too would corrupt the heap.
    const layout = program.getLayout(0);
    if (!layout) return user.lastError();
    const json = readLayoutOrSpend(context, layout);
    const complete = completeLayout(json, reachedFiles(request, user.project));
    const log = json === null ? [user.log, LAYOUT_CRASHED].join('\n').trim() : user.log;
    const described = describe(request, output, complete);
    if (!described.binary) return success(described, log, request);
    return disassembled(described, described.binary, log, request, disassemble);
  });
}

const LAYOUT_CRASHED =
  'The compiler crashed while it described the layout of the program: the code is complete, but ' +
  'there is no reflection of it.';

/** The requested entry point; none if the source does not define it. */
function named(
  user: UserSession,
  defined: readonly EntryPoint[],
  { target, entrypoint }: CompileRequest,
): readonly EntryPoint[] {
  const found = defined.filter((entryPoint) => entryPoint.getName() === entrypoint);
  if (found.length > 0 || listingTarget(target) === null || entrypoint === null) return found;
  const implied = impliedEntryPoint(user, entrypoint);
  return implied ? [implied] : [];
}

function nothingChosen(entrypoint: string | null, defined: readonly EntryPoint[]): string {
  if (defined.length === 0) return NO_ENTRY_POINT;
  const names = defined.map((entryPoint) => entryPoint.getName()).join(', ');
  return `The source defines no entry point named ${entrypoint}; it defines ${names}.`;
}

function link(user: UserSession, entryPoints: readonly EntryPoint[]): ComponentType | null {
  const { scope, session, module } = user;
  const composite = scope.own(session.createCompositeComponentType([module, ...entryPoints]));
  return scope.own(composite?.link() ?? null);
}

type Output = Pick<CompiledProgram, 'code' | 'binary'>;

function generate(target: CompileRequest['target'], program: ComponentType): Output {
  if (target === 'SPIRV') {
    const bytes: Uint8Array | null = program.getTargetCodeBlob(0);
    // A view of the compiler's memory: the next call may overwrite it.
    return { code: '', binary: bytes?.slice() ?? new Uint8Array() };
  }
  const code = compilesWholeProgram(target)
    ? program.getTargetCode(0)
    : program.getEntryPointCode(0, 0);
  return { code, binary: null };
}

function disassembled(
  program: CompiledProgram,
  binary: Uint8Array,
  log: string,
  request: CompileRequest,
  disassemble: Disassembler | undefined,
): CompileResult {
  try {
    if (!disassemble) throw new Error('There is no disassembler.');
    return success({ ...program, code: disassemble(binary) }, log, request);
  } catch {
    return failure('Error disassembling SPIR-V code', log, request);
  }
}

function describe(request: CompileRequest, output: Output, layout: JsonValue): CompiledProgram {
  return {
    target: request.target,
    ...output,
    hashedStrings: readHashedStrings(layout),
    reflection: layout,
    threadGroupSizes: Object.fromEntries(
      readReflection(layout)
        .entryPoints.filter(({ stage }) => stage === 'compute')
        .map(({ name, threadGroupSize }) => [name, threadGroupSize]),
    ),
  };
}

/** The compiler maps text to hash, as a signed number; printing needs the inverse. */
function readHashedStrings(layout: JsonValue): Record<number, string> {
  if (!isJsonObject(layout)) return {};
  return Object.fromEntries(
    Object.entries(objectAt(layout, 'hashedStrings')).map(([text, hash]) => [
      Number(hash) >>> 0,
      text,
    ]),
  );
}
