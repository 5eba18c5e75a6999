import { ATTRIBUTE_PREFIX } from '#core/plan/attributes/attributeUse.ts';
import { assetAt, RESOURCE_ATTRIBUTES } from '#core/plan/attributes/resources.ts';
import { LIMITS } from '#core/project/limits.ts';
import { checkPath, freePath } from '#core/project/names.ts';
import { type Asset, MAIN_FILE, type Project } from '#core/project/project.ts';
import { readSource, withMembers } from '#core/source/declarations.ts';
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

/** A parameter whose attribute names an image or data file of the project. */
export interface AssetUse {
  readonly parameter: string;
  /** The path of the file with the parameter. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
}

const ATTRIBUTES: ReadonlySet<string> = new Set(
  RESOURCE_ATTRIBUTES.filter(({ readsFile }) => readsFile).map(
    ({ name }) => ATTRIBUTE_PREFIX + name,
  ),
);

/** The parameters in all files that name the asset, as far as the files can be parsed. */
export function usesOf(asset: Asset, { text, files }: Pick<Project, 'text' | 'files'>): AssetUse[] {
  return [{ path: MAIN_FILE, text }, ...files].flatMap((file) => usesIn(file, asset));
}

function usesIn({ path, text }: { path: string; text: string }, asset: Asset): AssetUse[] {
  // Most files do not name the asset, so parsing them is unnecessary.
  if (!text.includes(asset.path)) return [];
  return withMembers(readSource(text).declarations).flatMap(({ attributes, name, from }) => {
    const addresses = attributes
      .filter((attribute) => ATTRIBUTES.has(attribute.name))
      .map(({ arguments: [first] }) => (first ? literal(text.slice(first.from, first.to)) : ''));
    if (!addresses.some((address) => assetAt(address, [asset]))) return [];
    return [{ parameter: name, path, line: text.slice(0, from).split('\n').length }];
  });
}

/** The text of a string literal without escapes, since file names need none; otherwise empty. */
function literal(written: string): string {
  return /^"([^"\\]*)"$/.exec(written)?.[1] ?? '';
}

const MAX_USES = 3;

/** Such as `photo (user.slang, line 3) and map (lib/maps.slang, line 9)`. */
export function usesText(uses: readonly AssetUse[]): string {
  const named = uses.map(({ parameter, path, line }) => `${parameter} (${path}, line ${line})`);
  if (named.length > MAX_USES) {
    return `${named.slice(0, MAX_USES).join(', ')} and ${named.length - MAX_USES} more`;
  }
  return named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
