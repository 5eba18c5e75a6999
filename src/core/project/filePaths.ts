import { contentsOf } from '#core/plan/attributes/resources.ts';
import type {
  ParsedResourceCommand,
  ResourceCommand,
  RunDescriptor,
} from '#core/plan/runDescriptor.ts';
import type { Asset } from './project.ts';

/** Resolves `.` and `..`, which cannot go above the root: `/lib/../a.slang` becomes `/a.slang`. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The folder of a file: `/lib` for `/lib/noise.slang`, and empty for `/noise.slang`. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** The folders above a file, outermost first. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder))
    folders.unshift(folder);
  return folders;
}

/** The asset that an attribute's address refers to; `./cat.png` is the same as `cat.png`. */
export function assetAt(address: string, assets: readonly Asset[]): Asset | undefined {
  const path = address.replace(/^(?:\.\/)+/, '');
  return assets.find((asset) => asset.path === path);
}

/** Finds the command addresses that refer to assets. All other addresses are fetched. */
export function usedAssets(
  commands: readonly ResourceCommand[],
  assets: readonly Asset[],
): RunDescriptor['assets'] {
  const addresses = commands.flatMap(({ parsedCommand }) => addressesOf(parsedCommand));
  return Object.fromEntries(
    addresses.flatMap((address) => {
      const asset = assetAt(address, assets);
      return asset ? [[address, asset] as const] : [];
    }),
  );
}

/** The addresses that a command loads content from; for a texture, in layer order. */
export function addressesOf(command: ParsedResourceCommand): readonly string[] {
  const contents = contentsOf(command);
  if (contents.kind === 'image') return contents.urls;
  return contents.kind === 'bytes' && contents.from === 'file' ? [contents.url] : [];
}
