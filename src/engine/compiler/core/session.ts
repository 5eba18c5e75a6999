import type { CompilerAnswer, Diagnostic } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { parseDiagnostics } from '#core/output/diagnostics/diagnostics.ts';
import type { Reference } from '#core/source/references.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { type Failure, failure } from './answer.ts';
import {
  type ProjectModules,
  printFaults,
  type ReferenceReader,
  readProject,
} from './projectModules.ts';
import {
  type GlobalSession,
  type SlangInstance,
  type SlangModule,
  type SlangSession,
  type SlangUserModule,
  textOf,
} from './slangModule.ts';
import { placeFiles, type Source, withFullPaths } from './sourceFiles.ts';

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

/** The compiler's number for its own faults, as opposed to a source's. */
const INTERNAL_ERROR = 99999;

const ADVICE =
  'Often the target cannot express something in the source, such as a stage, double or 64-bit ' +
  'types: try another target, or take out what you added last.';

/** Messages about what a target lacks, and what to use instead. */
const LACKS: readonly (readonly [text: RegExp, advice: string])[] = [
  [/'double' type emitted/, 'This target has no double. Use float instead.'],
  [/8 bit integer type emitted/, 'This target has no 8-bit integers. Use int or uint instead.'],
];

/**
 * Turns a compiler exception into a failed answer (specification, section 8), after the log
 * so far. The exception's text is a diagnostic, a reason without a place, or empty.
 */
export function exceptionAnswer(text: string, source: Source, before: string): Failure {
  const said = withFullPaths(text, USER_FILE, source);
  const found = parseDiagnostics(said, {});
  const log = [
    before,
    found.length > 0 ? said : `(0): internal error: ${said || 'the compiler gives no reason'}`,
    adviceFor(said, found),
  ];
  return failure(
    'Slang internal error occurred.',
    log.filter((part) => part !== '').join('\n'),
    source,
  );
}

/** Empty if the compiler's own words are enough. */
function adviceFor(text: string, found: readonly Diagnostic[]): string {
  const isInternal = found.every(({ code }) => code === undefined || code === INTERNAL_ERROR);
  if (!isInternal) return '';
  return LACKS.find(([pattern]) => pattern.test(text))?.[1] ?? ADVICE;
}

/** The name by which the user's source is known to the compiler. */
const USER_MODULE = 'user';
const USER_FILE = `${USER_MODULE}.slang`;

/** A module that imports the user's and then fails on purpose; see {@link loadUserModule}. */
const PROBE_MODULE = 'playground_probe';
const PROBE_PATH = `/${PROBE_MODULE}.slang`;
const PROBE_IDENTIFIER = 'playground_probe_fails_on_purpose';

/** @param before imports that the user's source, or what it imports, needs to be done before */
function probeSource(before: readonly Reference[]): string {
  const imports = before.map(({ name, isQuoted }) =>
    isQuoted ? `import "${name}"; ` : `import ${name.replaceAll('/', '.')}; `,
  );
  return `${imports.join('')}import ${USER_MODULE};\nstatic const int probe = ${PROBE_IDENTIFIER};\n`;
}

interface LoadedUserModule {
  /** Null if the source did not compile. */
  readonly module: SlangUserModule | null;
  /** The compiler's text: errors, and warnings of a source that compiled. */
  readonly log: string;
}

/**
 * Parses and checks the user's source, once.
 *
 * `loadModuleFromSource` throws its diagnostics away when it succeeds, and with them all warnings.
 * So the source is put into the module's file system and imported by a probe module that always
 * fails: its log then holds whatever was said about the import. The checked user module stays in
 * the session, and asking for it by name costs nothing.
 *
 * @param before imports of modules by their paths from the root, which the compiler only knows there:
 *   once they are loaded, it finds them by name
 */
function loadUserModule(
  slang: SlangModule,
  session: SlangSession,
  scope: HandleScope,
  source: Source,
  libraries: readonly LibraryModule[],
  before: readonly Reference[] = [],
): LoadedUserModule {
  loadLibraries(slang, session, scope, source, libraries);
  slang.FS.writeFile(`/${USER_FILE}`, source.sourceCode);
  scope.own(session.loadModuleFromSource(probeSource(before), PROBE_MODULE, PROBE_PATH));
  const { log, loaded } = readProbeLog(takeLastError(slang, source).message);
  if (!loaded) return { module: null, log };
  return {
    module: scope.own(
      session.loadModuleFromSource(source.sourceCode, USER_MODULE, source.shaderPath),
    ),
    log,
  };
}

/** Loads the library modules that the source names, and those that they name. */
function loadLibraries(
  slang: SlangModule,
  session: SlangSession,
  scope: HandleScope,
  source: Source,
  libraries: readonly LibraryModule[],
): void {
  for (const library of namedLibraries(textsIn(source), libraries)) {
    const path = `/${library.name}.slang`;
    if (!scope.own(session.loadModuleFromSource(library.source, library.name, path))) {
      const log = textOf(slang.getLastError().message);
      throw new Error(`The playground's own module ${path} does not compile:\n${log}`);
    }
  }
}

function textsIn({ sourceCode, files = [] }: Source): string[] {
  return [sourceCode, ...files.map(({ text }) => text)];
}

/**
 * The libraries whose name occurs in the sources or in a library so found: a superset of what is
 * imported, far cheaper than loading them all. In `libraries` and in the result each stands after
 * those that it imports.
 */
export function namedLibraries(
  sources: readonly string[],
  libraries: readonly LibraryModule[],
): LibraryModule[] {
  const named: LibraryModule[] = [];
  const texts = [...sources];
  for (const library of libraries.toReversed()) {
    if (!texts.some((text) => text.includes(library.name))) continue;
    named.unshift(library);
    texts.push(library.source);
  }
  return named;
}

const TRAILER = /^(?:abort compilation: )?\(0\): (?:fatal )?error 39999: /;

/** Takes out what the probe itself adds. */
function readProbeLog(text: string): { log: string; loaded: boolean } {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith(`${PROBE_PATH}(`)) {
      // The header is followed by the source line and the marker under it.
      index += 2;
    } else if (!TRAILER.test(line) && line !== '') {
      kept.push(line);
    }
  }
  const loaded = lines.some((line) => line.startsWith(`${PROBE_PATH}(2)`));
  // An error without any place leaves only the trailer to tell what happened.
  return { log: (kept.length > 0 || loaded ? kept : lines).join('\n'), loaded };
}

/** Takes the compiler's last error: reading it clears it. */
function takeLastError(
  slang: SlangModule,
  source: Source,
): { readonly type: string; readonly message: string } {
  const { type, message } = slang.getLastError();
  return { type: textOf(type), message: withFullPaths(textOf(message), USER_FILE, source) };
}

interface Handle {
  delete(): void;
}

/** Owns native handles, and frees them together. */
interface HandleScope {
  /** Takes ownership of `handle` and returns it; null stays null. */
  own<Value extends Handle | null>(handle: Value): Value;
}

/**
 * Runs `work` and frees its handles, the last one first, however it ends. If the instance
 * died meanwhile, freeing fails too; only the first failure is thrown.
 */
function withHandles<Value>(work: (scope: HandleScope) => Value): Value {
  const handles: Handle[] = [];
  try {
    return work({
      own(handle) {
        if (handle) handles.push(handle);
        return handle;
      },
    });
  } finally {
    for (const handle of handles.reverse()) handle.delete();
  }
}
