import { FILES, ORIGIN } from '#pages/embed/protocol/parentParameters.ts';

/** Attributes that the embed's page takes as options of the same name. */
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
  /** The origin of the parent page; only that page may talk to the embed. */
  readonly origin: string;
}

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
