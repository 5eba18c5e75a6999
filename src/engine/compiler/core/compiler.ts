import type {
  CompileRequest,
  CompileResult,
  EntryPointsRequest,
  EntryPointsResult,
} from '#core/output/compileResult.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { explainEndlessness } from '#core/source/moduleGraph.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { compile, type Disassembler } from './compile.ts';
import { findEntryPoints } from './entryPoints.ts';
import { createReferenceReader } from './projectModules.ts';
import type { CompilerContext } from './session.ts';
import { instantiateSlang, type SlangInstance, textOf } from './slangModule.ts';
import type { Source } from './sourceFiles.ts';

/**
 * The Slang compiler, ready for requests. It throws only if the instance ends: an abort, or memory
 * or stack ran out. Do not use the instance afterwards.
 */
export interface Compiler {
  /** A request for SPIRV needs the disassembler, whose code loads separately. */
  compile(request: CompileRequest, disassemble?: Disassembler): CompileResult;
  findEntryPoints(request: EntryPointsRequest): EntryPointsResult;
  /** The instance's memory in bytes. */
  memoryBytes(): number;
  /** Whether the instance survived a fault and should not be used again. */
  isSpent(): boolean;
}

/**
 * Sets up a compiler in a new instance of the binary: a global session, then the table of targets.
 *
 * @param libraries the modules that sources may import, each after those that it imports itself
 * @throws with the compiler's last error if either is missing
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

/**
 * Handles one request.
 *
 * @throws if the instance ends
 */
function guarded<Value>(instance: SlangInstance, source: Source, work: () => Value): Value {
  const { ranOutOfMemory } = instance;
  try {
    const answer = work();
    if (!ranOutOfMemory()) return answer;
  } catch (thrown) {
    if (!ranOutOfMemory()) throw thrown;
  }
  // The binary continues for a while after a failed allocation, and may then fail anywhere.
  const endlessness = explainEndlessness(textsOf(source));
  throw endlessness === null ? outOfMemory(instance) : new Error(endlessness);
}

function outOfMemory({ memoryBytes }: SlangInstance): Error {
  return new Error(
    `there is no more memory for it than the ${Math.round(memoryBytes() / 2 ** 20)} MB that it has. ` +
      'Deeply nested generics or macros, and loops unrolled into very many steps, take very much',
  );
}
