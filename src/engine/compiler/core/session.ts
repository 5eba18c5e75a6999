import type { CompilerAnswer, Diagnostic } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { parseDiagnostics } from '#core/output/diagnostics.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { Reference } from '#core/source/moduleGraph.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
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

/** Objects that every request needs, created once during initialization. */
export interface CompilerContext extends Pick<SlangInstance, 'slang' | 'explain'> {
  readonly globalSession: GlobalSession;
  /** Maps a target's name to the compiler's number. */
  readonly targets: ReadonlyMap<string, number>;
  /** Each module follows those that it imports. */
  readonly libraries: readonly LibraryModule[];
  readonly readFiles: ReferenceReader;
  /** The instance survived a trap and must be replaced after this request. */
  spent: boolean;
}

/** A session that contains the user's checked module. Its handles live as long as `scope`. */
export interface UserSession {
  readonly slang: SlangModule;
  readonly scope: HandleScope;
  readonly session: SlangSession;
  readonly module: SlangUserModule;
  /** Modules of other files that the user's module imports, directly or indirectly. */
  readonly imported: readonly SlangUserModule[];
  /** Null for a source without other files. */
  readonly project: ProjectModules | null;
  /** Warnings about an accepted module. */
  readonly log: string;
  lastError(): Failure;
}

/**
 * Opens a session for `target`, loads the user's source and its other files, runs `work`, and frees
 * everything. Converts compiler exceptions to answers.
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

/**
 * The session returns its loaded module for each name; an empty one if no active text imports it.
 */
function importedModules(
  session: SlangSession,
  scope: HandleScope,
  { graph }: ProjectModules,
): SlangUserModule[] {
  return [...graph.imports].flatMap(
    ([name, path]) => scope.own(session.loadModuleFromSource('', name, path)) ?? [],
  );
}

/** @param before the compiler's log so far */
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

/** Messages about features that a target lacks, and what to use instead. */
const LACKS: readonly (readonly [text: RegExp, advice: string])[] = [
  [/'double' type emitted/, 'This target has no double. Use float instead.'],
  [/8 bit integer type emitted/, 'This target has no 8-bit integers. Use int or uint instead.'],
];

/**
 * Converts a compiler exception to a failed answer (specification, section 8), with its text
 * appended to the log so far. The text is a diagnostic, a reason without a location, or empty.
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

/** Empty if the compiler's message says enough. */
function adviceFor(text: string, found: readonly Diagnostic[]): string {
  const isInternal = found.every(({ code }) => code === undefined || code === INTERNAL_ERROR);
  if (!isInternal) return '';
  return LACKS.find(([pattern]) => pattern.test(text))?.[1] ?? ADVICE;
}

const USER_MODULE = 'user';
const USER_FILE = `${USER_MODULE}.slang`;

/** A module that imports the user's and then fails on purpose; see {@link loadUserModule}. */
const PROBE_MODULE = 'playground_probe';
const PROBE_PATH = `/${PROBE_MODULE}.slang`;
const PROBE_IDENTIFIER = 'playground_probe_fails_on_purpose';

/** @param before imports that must be done before the user's module is imported */
function probeSource(before: readonly Reference[]): string {
  const imports = before.map(({ name, isQuoted }) =>
    isQuoted ? `import "${name}"; ` : `import ${name.replaceAll('/', '.')}; `,
  );
  return `${imports.join('')}import ${USER_MODULE};\nstatic const int probe = ${PROBE_IDENTIFIER};\n`;
}

interface LoadedUserModule {
  /** Null if the source did not compile. */
  readonly module: SlangUserModule | null;
  /** The compiler's errors, or the warnings of a source that compiled. */
  readonly log: string;
}

/**
 * Parses and checks the user's source once.
 *
 * `loadModuleFromSource` discards its diagnostics when it succeeds, including all warnings. So the
 * source is written to the module's file system and imported by a probe module that always fails,
 * whose log contains the diagnostics of the import. The checked user module stays in the session;
 * loading it by name costs nothing.
 *
 * @param before imports of modules by their paths from the root. The compiler finds these modules
 * by name only if they are already loaded.
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

/** Loads the library modules that the source names, and those that they name in turn. */
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
 * The libraries whose name occurs in the sources, or in a library found this way: a superset of
 * what is imported, and far cheaper than loading all of them. `libraries` and the result list each
 * library after those that it imports.
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

function readProbeLog(text: string): { log: string; loaded: boolean } {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line.startsWith(`${PROBE_PATH}(`)) {
      // Skips the source line and the marker that follow the header.
      index += 2;
    } else if (!TRAILER.test(line) && line !== '') {
      kept.push(line);
    }
  }
  const loaded = lines.some((line) => line.startsWith(`${PROBE_PATH}(2)`));
  // If an error has no location, only the trailer says what happened.
  return { log: (kept.length > 0 || loaded ? kept : lines).join('\n'), loaded };
}

/** Reading the compiler's last error clears it. */
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

interface HandleScope {
  /** Takes ownership of `handle` and returns it. */
  own<Value extends Handle | null>(handle: Value): Value;
}

/**
 * Runs `work`, then frees its handles in reverse order, even if it throws. If the instance has
 * died, freeing fails too; only the first failure is thrown.
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

/** `message` is from the specification's error catalogue; `log` is the compiler's output. */
type Failure = Extract<CompilerAnswer<never>, { readonly succ: false }>;

export function failure(message: string, log = '', source?: Source): Failure {
  return { succ: false, message, log, diagnostics: readLog(log, source), result: null };
}

/** `log` holds warnings. */
export function success<Value>(result: Value, log: string, source: Source): CompilerAnswer<Value> {
  return { succ: true, message: '', log, diagnostics: readLog(log, source), result };
}

function readLog(log: string, source: Source | undefined) {
  return parseDiagnostics(log, source ? textsOf(source) : {});
}
