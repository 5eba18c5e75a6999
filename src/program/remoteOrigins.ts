import type { RunDescriptor } from './runDescriptor.ts';

/**
 * The origins that a run fetches from, apart from the page's own: each once, in the order of the
 * resources. Addresses that are none are left to the fetch, which refuses them.
 *
 * @param pageOrigin such as `https://example.org`
 */
export function remoteOrigins(
  { resourceCommands, uri }: Pick<RunDescriptor, 'resourceCommands' | 'uri'>,
  pageOrigin: string,
): string[] {
  const origins = resourceCommands.flatMap(({ parsedCommand }) => {
    if (parsedCommand.type !== 'URL' && parsedCommand.type !== 'DATA') return [];
    const address = URL.parse(parsedCommand.url, uri);
    const isFetched = address?.protocol === 'http:' || address?.protocol === 'https:';
    return isFetched && address.origin !== pageOrigin ? [address.origin] : [];
  });
  return [...new Set(origins)];
}
