import { contentsOf } from '#core/plan/attributes/resources.ts';
import type {
  ParsedResourceCommand,
  ResourceCommand,
  RunDescriptor,
} from '#core/plan/runDescriptor.ts';
import type { Asset } from './project.ts';

/** The asset that an address in an attribute names: `cat.png` and `./cat.png` are the same. */
export function assetAt(address: string, assets: readonly Asset[]): Asset | undefined {
  const path = address.replace(/^(?:\.\/)+/, '');
  return assets.find((asset) => asset.path === path);
}

/** Finds the addresses of commands that name assets; all others are fetched. */
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

/** What a command loads its content from; the layers of a texture in their order. */
export function addressesOf(command: ParsedResourceCommand): readonly string[] {
  const contents = contentsOf(command);
  if (contents.kind === 'image') return contents.urls;
  return contents.kind === 'bytes' && contents.from === 'file' ? [contents.url] : [];
}
