import type {
  CompiledProgram,
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import { compilesWholeProgram, isCompileTarget } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { explainEndlessness } from '#core/source/moduleGraph.ts';
import { isJsonObject, type JsonValue, objectAt } from '#core/util/json.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import {
  definedEntryPoints,
  findEntryPoints,
  impliedEntryPoint,
  listingTarget,
} from './entryPoints.ts';
import { completeLayout, readLayoutOrSpend } from './layout.ts';
import { createReferenceReader, reachedFiles } from './projectModules.ts';
import { type CompilerContext, failure, inSession, success, type UserSession } from './session.ts';
import {
  type ComponentType,
  type EntryPoint,
  instantiateSlang,
  type SlangInstance,
  textOf,
} from './slangModule.ts';
import type { Source } from './sourceFiles.ts';

/**
 * The Slang compiler, ready for requests. It throws only if the instance aborts or runs out of
 * memory or stack. Do not use the instance after that.
 */
export interface Compiler {
  /** `disassemble` is required for SPIRV requests; its code loads separately. */
  compile(request: CompileRequest, disassemble?: Disassembler): CompileResult;
  findEntryPoints(request: EntryPointsRequest): EntryPointsResult;
  memoryBytes(): number;
  /** Whether the instance survived a fault and must not be used again. */
  isSpent(): boolean;
}

/**
 * Creates a compiler in a new instance of the binary: a global session, then the table of targets.
 *
 * @param libraries the modules that sources may import, each after those that it imports itself
 * @throws with the compiler's last error if either step fails
 */
export async function createCompiler(
  binary: WebAssembly.Module,
  libraries: readonly LibraryModule[],
): Promise<Compiler> {
  const instance = await instantiateSlang(binary);
  const context = setUpIn(instance, libraries);
  return {
    memoryBytes: instance.memoryBytes,
    isSpent: () => context.spent,
    compile: (request, disassemble) =>
      guarded(instance, request, () => compile(context, request, disassemble)),
    findEntryPoints: (request) =>
      guarded(instance, request, () => findEntryPoints(context, request)),
  };
}

function setUpIn(instance: SlangInstance, libraries: readonly LibraryModule[]): CompilerContext {
  try {
    return setUp(instance, libraries);
  } catch (thrown) {
    throw instance.ranOutOfMemory() ? outOfMemory(instance) : thrown;
  }
}

function setUp(
  { slang, explain }: SlangInstance,
  libraries: readonly LibraryModule[],
): CompilerContext {
  const globalSession = slang.createGlobalSession();
  const table: readonly { name: string; value: number }[] | null = slang.getCompileTargets();
  if (!globalSession || !table) {
    throw new Error(
      textOf(slang.getLastError().message) ||
        `The compiler gave no ${globalSession ? 'table of targets' : 'global session'}.`,
    );
  }
  const targets = new Map(table.map(({ name, value }) => [name, value]));
  return {
    slang,
    explain,
    globalSession,
    targets,
    libraries,
    readFiles: createReferenceReader(),
    spent: false,
  };
}

/** @throws if the instance can no longer be used */
function guarded<Value>(instance: SlangInstance, source: Source, work: () => Value): Value {
  const { ranOutOfMemory } = instance;
  try {
    const answer = work();
    if (!ranOutOfMemory()) return answer;
  } catch (thrown) {
    if (!ranOutOfMemory()) throw thrown;
  }
  // After a failed allocation, the binary continues for a while and may then fail anywhere.
  const endlessness = explainEndlessness(textsOf(source));
  throw endlessness === null ? outOfMemory(instance) : new Error(endlessness);
}

function outOfMemory({ memoryBytes }: SlangInstance): Error {
  return new Error(
    `there is no more memory for it than the ${Math.round(memoryBytes() / 2 ** 20)} MB that it has. ` +
      'Deeply nested generics or macros, and loops unrolled into very many steps, take very much',
  );
}

const NO_ENTRY_POINT =
  'The source defines no entry point. Mark a function with, for example, ' +
  '[shader("compute")] and [numthreads(8, 8, 1)].';

/** @throws if the bytes are not a SPIR-V module */
type Disassembler = (module: Uint8Array) => string;

/**
 * Compiles the source for one target: the named entry point, or all of them together
 * (specification, section 4, "Compiler flow").
 *
 * @param disassemble required for the target SPIRV only
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
  const answer = inSession(context, target, request, (user) => {
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
    // Owned by the program: freeing this handle too would corrupt the heap.
    const layout = program.getLayout(0);
    if (!layout) return user.lastError();
    const json = readLayoutOrSpend(context, layout);
    const complete = completeLayout(json, reachedFiles(request, user.project));
    const log = json === null ? [user.log, LAYOUT_CRASHED].join('\n').trim() : user.log;
    const described = describe(request, output, complete, () => readStages(program, chosen));
    if (!described.binary) return success(described, log, request);
    return disassembled(described, described.binary, log, request, disassemble);
  });
  const stage = target === 'WGSL' && OTHER_STAGE.exec(request.sourceCode)?.[1];
  if (answer.succ || !stage) return answer;
  return { ...answer, log: `${answer.log}\n${noStage(stage)}` };
}

/** A stage that WebGPU lacks. */
const OTHER_STAGE = /\bshader\("(?!(?:compute|vertex|fragment|pixel)")(\w+)"\)/;

function noStage(stage: string): string {
  return `WebGPU has no ${stage} stage. Choose SPIRV or HLSL and compile to see its code.`;
}

const LAYOUT_CRASHED =
  'The compiler crashed while it described the layout of the program: the code is complete, but ' +
  'there is no reflection of it.';

/** Empty if the source does not define the requested entry point. */
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
    // Copied, because the next call may overwrite the compiler's memory.
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

/**
 * The WGSL of each entry point on its own. The text of a whole program lacks the locations of
 * structs that two stages share.
 *
 * @param entryPoints those of the program, in its order
 */
function readStages(
  program: ComponentType,
  entryPoints: readonly EntryPoint[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entryPoints.map((entryPoint, index) => [
      entryPoint.getName(),
      program.getEntryPointCode(index, 0),
    ]),
  );
}

function describe(
  request: CompileRequest,
  output: Output,
  layout: JsonValue,
  stages: () => Readonly<Record<string, string>>,
): CompiledProgram {
  const { entryPoints } = readReflection(layout);
  const drawsSomething = entryPoints.some(({ stage }) => stage === 'fragment');
  return {
    target: request.target,
    ...output,
    hashedStrings: readHashedStrings(layout),
    reflection: layout,
    threadGroupSizes: Object.fromEntries(
      entryPoints
        .filter(({ stage }) => stage === 'compute')
        .map(({ name, threadGroupSize }) => [name, threadGroupSize]),
    ),
    ...(request.target === 'WGSL' && drawsSomething && { stages: stages() }),
  };
}

/** The compiler maps text to a hash (a signed number); printing needs the inverse. */
function readHashedStrings(layout: JsonValue): Record<number, string> {
  if (!isJsonObject(layout)) return {};
  return Object.fromEntries(
    Object.entries(objectAt(layout, 'hashedStrings')).map(([text, hash]) => [
      Number(hash) >>> 0,
      text,
    ]),
  );
}
