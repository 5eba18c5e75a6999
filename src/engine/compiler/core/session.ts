import type { CompilerAnswer } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { type Failure, failure } from './answer.ts';
import { exceptionAnswer } from './exceptionAnswer.ts';
import { type HandleScope, withHandles } from './handles.ts';
import {
  type ProjectModules,
  printFaults,
  type ReferenceReader,
  readProject,
} from './projectModules.ts';
import type {
  GlobalSession,
  SlangInstance,
  SlangModule,
  SlangSession,
  SlangUserModule,
} from './slangModule.ts';
import { placeFiles, type Source } from './sourceFiles.ts';
import { loadUserModule, PROBE_PATH, takeLastError, USER_FILE } from './userModule.ts';

/** The objects that every request needs, made once at set-up. */
export interface CompilerContext extends Pick<SlangInstance, 'slang' | 'explain'> {
  readonly globalSession: GlobalSession;
  /** Maps a target's name to the compiler's number. */
  readonly targets: ReadonlyMap<string, number>;
  /** Ordered so that each follows the modules that it imports. */
  readonly libraries: readonly LibraryModule[];
  readonly readFiles: ReferenceReader;
  /** The instance survived a trap and must be replaced after this request. */
  spent: boolean;
}

/** A session with the user's checked module in it. Its handles live as long as `scope`. */
export interface UserSession {
  readonly slang: SlangModule;
  readonly scope: HandleScope;
  readonly session: SlangSession;
  readonly module: SlangUserModule;
  /** The modules of other files that the user's imports, directly or through others. */
  readonly imported: readonly SlangUserModule[];
  /** Null for a source without other files. */
  readonly project: ProjectModules | null;
  /** The compiler's warnings about an accepted module. */
  readonly log: string;
  /** The compiler's last error as an answer, after the log so far. */
  lastError(): Failure;
}

/**
 * Opens a session for `target`, loads the user's source and its other files, runs `work`, and frees
 * everything. A compiler exception becomes an answer.
 */
export function inSession<Value>(
  context: CompilerContext,
  target: CompileTarget,
  source: Source,
  work: (session: UserSession) => CompilerAnswer<Value>,
): CompilerAnswer<Value> {
  const targetValue = context.targets.get(target);
  if (targetValue === undefined) return failure(`unknown compile target: ${target}`);
  const { slang, libraries } = context;
  const project = readProject(source, libraries, context.readFiles);
  if (project && project.graph.faults.length > 0) {
    return failure(NOT_COMPILED, printFaults(project), source);
  }
  const taken = [`/${USER_FILE}`, PROBE_PATH, ...libraries.map(({ name }) => `/${name}.slang`)];
  const placed = placeFiles(slang.FS, source.files, new Set(taken));
  if (!placed.ok) return failure(placed.error);
  try {
    return openSession(context, targetValue, { target, source, project }, work);
  } finally {
    placed.value();
  }
}

const NOT_COMPILED = 'USER error: see log for more information';

interface Opening {
  readonly target: CompileTarget;
  readonly source: Source;
  readonly project: ProjectModules | null;
}

function openSession<Value>(
  { slang, globalSession, libraries, explain }: CompilerContext,
  targetValue: number,
  { target, source, project }: Opening,
  work: (session: UserSession) => CompilerAnswer<Value>,
): CompilerAnswer<Value> {
  let log = '';
  try {
    return withHandles((scope) => {
      const session = scope.own(globalSession.createSession(targetValue)) as SlangSession | null;
      if (!session) {
        return target === 'SPIRV'
          ? failure('Unable to create Slang session for SPIRV compilation')
          : lastError(slang, source);
      }
      const before = project?.graph.fromRoot;
      const loaded = loadUserModule(slang, session, scope, source, libraries, before);
      const { module } = loaded;
      log = loaded.log;
      if (!module) return failure(NOT_COMPILED, log, source);
      return work({
        slang,
        scope,
        session,
        module,
        imported: project ? importedModules(session, scope, project) : [],
        project,
        log,
        lastError: () => lastError(slang, source, log),
      });
    });
  } catch (thrown) {
    if (!(thrown instanceof WebAssembly.Exception)) throw thrown;
    return exceptionAnswer(explain(thrown), source, log);
  }
}

/** The session returns a module that it has for its name; for one that no active text imports, an empty one. */
function importedModules(
  session: SlangSession,
  scope: HandleScope,
  { graph }: ProjectModules,
): SlangUserModule[] {
  return [...graph.imports].flatMap(
    ([name, path]) => scope.own(session.loadModuleFromSource('', name, path)) ?? [],
  );
}

/** The compiler's last error as a failed answer; `before` is its log so far. */
function lastError(slang: SlangModule, source: Source, before = ''): Failure {
  const { type, message } = takeLastError(slang, source);
  const log = [before, message.trimEnd()].filter((part) => part !== '').join('\n');
  return failure(`${type || 'UNKNOWN'} error: see log for more information`, log, source);
}
