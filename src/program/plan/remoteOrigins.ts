import type { ParsedResourceCommand, RunDescriptor } from './runDescriptor.ts';

/**
 * The origins that a run fetches from, except the page's own: each once, in the order of the
 * resources. Invalid addresses are omitted; the fetch refuses them.
 *
 * @param pageOrigin such as `https://example.org`
 */
export function remoteOrigins(
  { resourceCommands, uri }: Pick<RunDescriptor, 'resourceCommands' | 'uri'>,
  pageOrigin: string,
): string[] {
  const origins = resourceCommands.flatMap(({ parsedCommand }) => {
    return addressesOf(parsedCommand).flatMap((url) => {
      const address = URL.parse(url, uri);
      const isFetched = address?.protocol === 'http:' || address?.protocol === 'https:';
      return isFetched && address.origin !== pageOrigin ? [address.origin] : [];
    });
  });
  return [...new Set(origins)];
}

function addressesOf(command: ParsedResourceCommand): readonly string[] {
  if (command.type === 'URL') return command.urls;
  return command.type === 'DATA' ? [command.url] : [];
}
