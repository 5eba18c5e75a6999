import { FILES, ORIGIN } from '#pages/embed/protocol/parentParameters.ts';

/** Attributes that are options of the embed's page under the same name. */
export const PAGE_OPTIONS = [
  'controls',
  'source',
  'autoplay',
  'theme',
  'target',
  'uniforms',
  'poster',
  'demo',
] as const;

type PageOption = (typeof PAGE_OPTIONS)[number];

interface FrameContent {
  readonly options: ReadonlyMap<PageOption, string | null>;
  /** The source, packed as in a link; null to show the demo. */
  readonly code: string | null;
  /** Of the page around it, which alone may talk to the embed. */
  readonly origin: string;
}

/** The address of an embed's page of the site at `site`. */
export function frameAddress(site: string, { options, code, origin }: FrameContent): string {
  const address = new URL('embed.html', site);
  for (const [name, value] of options) {
    if (value === null || (name === 'demo' && code !== null)) continue;
    address.searchParams.set(name, value);
  }
  address.searchParams.set(ORIGIN, origin);
  address.searchParams.set(FILES, 'page');
  if (code !== null) address.hash = `code=${code}`;
  return address.href;
}
