import type { Reference } from '#core/source/references.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import type { HandleScope } from './handles.ts';
import {
  type SlangModule,
  type SlangSession,
  type SlangUserModule,
  textOf,
} from './slangModule.ts';
import { type Source, withFullPaths } from './sourceFiles.ts';

/** The name by which the user's source is known to the compiler. */
const USER_MODULE = 'user';
export const USER_FILE = `${USER_MODULE}.slang`;

/** A module that imports the user's and then fails on purpose; see {@link loadUserModule}. */
const PROBE_MODULE = 'playground_probe';
export const PROBE_PATH = `/${PROBE_MODULE}.slang`;
const PROBE_IDENTIFIER = 'playground_probe_fails_on_purpose';

/** @param before imports that the user's source, or what it imports, needs to be done before */
function probeSource(before: readonly Reference[]): string {
  const imports = before.map(({ name, isQuoted }) =>
    isQuoted ? `import "${name}"; ` : `import ${name.replaceAll('/', '.')}; `,
  );
  return `${imports.join('')}import ${USER_MODULE};\nstatic const int probe = ${PROBE_IDENTIFIER};\n`;
}

export interface LoadedUserModule {
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
export function loadUserModule(
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
export function takeLastError(
  slang: SlangModule,
  source: Source,
): { readonly type: string; readonly message: string } {
  const { type, message } = slang.getLastError();
  return { type: textOf(type), message: withFullPaths(textOf(message), USER_FILE, source) };
}
