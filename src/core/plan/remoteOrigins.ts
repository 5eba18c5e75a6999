import { addressesOf } from '#core/project/assetPaths.ts';
import type { RunDescriptor } from './runDescriptor.ts';

/**
 * The origins that a run fetches from, except the page's own. Each occurs once, in the order of the
 * resources. Omits the project's own images and data, and invalid addresses, which the fetch
 * refuses.
 *
 * @param pageOrigin such as `https://example.org`
 */
export function remoteOrigins(
  { resourceCommands, assets, uri }: Pick<RunDescriptor, 'resourceCommands' | 'assets' | 'uri'>,
  pageOrigin: string,
): string[] {
  const origins = resourceCommands.flatMap(({ parsedCommand }) => {
    return addressesOf(parsedCommand).flatMap((url) => {
      if (Object.hasOwn(assets, url)) return [];
      const address = URL.parse(url, uri);
      const isFetched = address?.protocol === 'http:' || address?.protocol === 'https:';
      return isFetched && address.origin !== pageOrigin ? [address.origin] : [];
    });
  });
  return [...new Set(origins)];
}
