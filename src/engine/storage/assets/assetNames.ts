import { LIMITS } from '#core/project/limits.ts';
import { checkPath, freePath } from '#core/project/names.ts';
import { ok, type Result } from '#core/util/result.ts';
import { assetTypeOf } from './kinds.ts';

/** A valid project file name from a file's name: `My photo (1).PNG` becomes `My-photo-1.png`. */
export function nameFor(fileName: string): string {
  const name = fileName.replace(/^.*[/\\]/, '');
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const plain = stem
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, LIMITS.pathLength - 10);
  return `${plain === '' ? 'file' : plain}${extension.toLowerCase()}`;
}

/** A free path for a file of this name. Adds a prefix to names that are invalid in a project. */
export function freeNameFor(fileName: string, taken: readonly string[]): string {
  const name = nameFor(fileName);
  const free = freePath(name, taken);
  return checkPath(free, taken).ok ? free : freePath(`file-${name}`, taken);
}

/** The asset's path for a typed name. Keeps the extension, which determines the content's type. */
export function renamedPath(
  typed: string,
  { path, type }: { readonly path: string; readonly type: string },
  taken: readonly string[],
): Result<string> {
  const trimmed = typed.trim();
  const keepsType = trimmed === '' || assetTypeOf(trimmed) === type;
  const next = keepsType ? trimmed : `${trimmed}${path.slice(path.lastIndexOf('.'))}`;
  const checked = checkPath(next, taken);
  return checked.ok ? ok(next) : checked;
}
