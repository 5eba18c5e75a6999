import { LIMITS } from '#core/project/limits.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { MAIN_FILE, type ProjectFile } from './project.ts';

/** Extensions of text files. A name without an extension gets the first one. */
export const FILE_EXTENSIONS = ['.slang', '.slangh', '.hlsl', '.h'] as const;

/** For messages: `.slang, .slangh, .hlsl or .h`. */
export const FILE_EXTENSIONS_TEXT = `${FILE_EXTENSIONS.slice(0, -1).join(', ')} or ${FILE_EXTENSIONS.at(-1)}`;

/** Whether a file name has a source extension, ignoring case. */
export function isSourceName(name: string): boolean {
  return FILE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** Extensions of shaders in other languages, which open on their own and can be converted. */
export const FOREIGN_EXTENSIONS = ['.glsl', '.frag', '.comp'] as const;

export function isForeignName(name: string): boolean {
  return FOREIGN_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

export function isZipName(name: string): boolean {
  return name.toLowerCase().endsWith('.zip');
}

/** Modules that exist without a file. A file with such a name would hide or confuse them. */
export const BUILT_IN_MODULES: ReadonlySet<string> = new Set([
  'core',
  'glsl',
  'playground',
  'printing',
  'rendering',
]);

/** The module that the compiler wraps around the main file. */
const PROBE_MODULE = 'playground_probe';

/** Special folders of the compiler's file system. */
const SYSTEM_FOLDERS = new Set(['dev', 'proc']);

/** Windows cannot save a file with such a name, whatever its extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

const REFUSED_CHARACTER = /[^A-Za-z0-9_.\-/]/u;

/**
 * Checks the path of a text file that the user typed. Returns the path with its extension, or fails
 * with the reason.
 *
 * @param taken paths of all other files, images and data. The main file's path is always taken.
 */
export function checkFilePath(typed: string, taken: readonly string[]): Result<string> {
  const path = withExtension(typed.trim());
  const checked = checkPath(path, taken);
  if (!checked.ok) return checked;
  if (!FILE_EXTENSIONS.some((extension) => path.endsWith(extension))) {
    return fail(`“${path}” is not a source file. Its name must end in ${FILE_EXTENSIONS_TEXT}.`);
  }
  const module = moduleOf(path);
  if (module === PROBE_MODULE) {
    return fail(`The compiler itself uses the name ${module}. Choose another name.`);
  }
  if (path.endsWith('.slang') && BUILT_IN_MODULES.has(module)) {
    return fail(`${module} is a built-in module, which this file would hide. Choose another name.`);
  }
  return checked;
}

/**
 * Checks the path of a file of any kind. Returns the path, or fails with the reason.
 *
 * @param taken as for `checkFilePath`
 */
export function checkPath(path: string, taken: readonly string[]): Result<string> {
  const reason = shapeFault(path) ?? clashFault(path, [MAIN_FILE, ...taken]);
  return reason === null ? ok(path) : fail(reason);
}

/** The first free path among `noise.slang`, `noise2.slang`, `noise3.slang` and so on. */
export function freePath(wanted: string, taken: readonly string[]): string {
  const [, stem = '', number = '1', extension = ''] =
    /^(.*?)(?<!\d)(\d*)(\.[^./]*)$/.exec(wanted) ?? [];
  for (let next = (Number(number) || 1) + 1, path = wanted; ; next += 1) {
    if (clashFault(path, [MAIN_FILE, ...taken]) === null) return path;
    const end = `${next}${extension}`;
    path = `${stem.slice(0, LIMITS.pathLength - end.length)}${end}`;
  }
}

function withExtension(name: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return last === '' || last.includes('.') ? name : `${name}${FILE_EXTENSIONS[0]}`;
}

function shapeFault(path: string): string | null {
  if (path === '') return 'Type a name, such as noise.slang.';
  if (path.length > LIMITS.pathLength) {
    return `The name has ${path.length} characters. Use at most ${LIMITS.pathLength}.`;
  }
  if (path.startsWith('/'))
    return 'A name does not begin with a slash: all files are in one folder.';
  const refused = REFUSED_CHARACTER.exec(path)?.[0];
  if (refused !== undefined) return characterFault(refused);
  for (const part of path.split('/')) {
    const reason = partFault(part);
    if (reason !== null) return reason;
  }
  const [top = ''] = path.split('/');
  if (path.includes('/') && SYSTEM_FOLDERS.has(top)) {
    return `The folder ${top} is reserved in the compiler’s file system. Choose another name.`;
  }
  return null;
}

function characterFault(character: string): string {
  const shown = character === ' ' ? 'A space' : `“${character}”`;
  const advice =
    character === '\\'
      ? 'Put / between folders.'
      : 'Use letters A to Z, digits, “_”, “-” and “.”, and “/” between folders.';
  return `${shown} cannot be in a file name. ${advice}`;
}

function partFault(part: string): string | null {
  if (part === '') return 'A folder or file in the name is empty. Put a name on both sides of /.';
  if (part === '.' || part === '..') return `“${part}” is not a name. Write the path without it.`;
  if (part.startsWith('.')) return `“${part}” begins with a dot. Begin with a letter or a digit.`;
  if (part.endsWith('.')) return `“${part}” ends in a dot. End it with a letter or a digit.`;
  const stem = part.slice(0, part.indexOf('.') < 0 ? undefined : part.indexOf('.'));
  if (DEVICE_NAME.test(stem)) {
    return `“${stem}” is reserved: Windows cannot save such a file. Choose another name.`;
  }
  return null;
}

function clashFault(path: string, taken: readonly string[]): string | null {
  const own = folded(path);
  for (const other of taken) {
    if (path === other) {
      return other === MAIN_FILE
        ? `${MAIN_FILE} is the main file. Choose another name.`
        : `There is already a file ${other}. Choose another name.`;
    }
    const theirs = folded(other);
    if (own === theirs) {
      return `${path} and ${other} would be the same file in an import or on disk. Choose another name.`;
    }
    if (own.startsWith(`${theirs}/`))
      return `${other} is a file, so no folder can have its name. Choose another name.`;
    if (theirs.startsWith(`${own}/`))
      return `${path} is a folder, so no file can have its name. Choose another name.`;
  }
  return null;
}

/**
 * Equal for paths that are the same on case-insensitive disks or in an `import`, where `_` also
 * stands for `-`.
 */
function folded(path: string): string {
  return path.toLowerCase().replaceAll('_', '-');
}

/** The module name of a file: `noise` for `lib/noise.slang`. */
function moduleOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\..*$/, '')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** Why the files of a received project cannot be opened. */
type FilesFault =
  | { readonly kind: 'name'; readonly path: string; readonly reason: string }
  | { readonly kind: 'size'; readonly bytes: number };

/** Checks the names of the other files and the size of all texts; null if all is fine. */
export function faultOfFiles(files: readonly ProjectFile[], main: string): FilesFault | null {
  const taken: string[] = [];
  let bytes = bytesOf(main);
  for (const { path, text } of files) {
    const checked = checkFilePath(path, taken);
    if (!checked.ok) return { kind: 'name', path, reason: checked.error };
    if (checked.value !== path) {
      return { kind: 'name', path, reason: `Its name has to be ${checked.value}.` };
    }
    taken.push(path);
    bytes += bytesOf(text);
  }
  return bytes > LIMITS.textBytes ? { kind: 'size', bytes } : null;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
