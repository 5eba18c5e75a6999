import type { LinkService, SharedProject } from '#core/project/links/linkService.ts';
import { readUrlParameters } from '#core/project/links/urlParameters.ts';
import { EMBED_PARAMETERS } from './options.ts';

/**
 * The address that opens an embed's shader in the full playground: while nothing was edited, the
 * embed's own without its options; otherwise a link to the project. If no link is possible, the
 * playground's own address.
 *
 * @param embed the embed's address, which names its source until that is edited
 */
export async function playgroundAddress(
  embed: URL,
  links: Pick<LinkService, 'build'>,
  isAsOpened: boolean,
  project: () => SharedProject,
): Promise<string> {
  const page = new URL('./', embed);
  page.search = withoutOptions(embed.searchParams).toString();
  page.hash = withoutOptions(new URLSearchParams(embed.hash.slice(1))).toString();
  if (isAsOpened || readUrlParameters(embed).source.kind !== 'none') return page.href;
  const link = await links.build(new URL('./', embed), project());
  return link.ok ? link.value.href : page.href;
}

function withoutOptions(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  for (const name of EMBED_PARAMETERS) rest.delete(name);
  return rest;
}
