/** Starts once visible, on click, or once visible but paused at the first frame. */
export type Autoplay = 'visible' | 'click' | 'off';

export type EmbedTheme = 'light' | 'dark' | 'system' | 'contrast';

/** Options needed before anything large is loaded. The first script must stay small. */
export interface FirstOptions {
  readonly autoplay: Autoplay;
  readonly theme: EmbedTheme;
  /** The picture to show first, as an absolute or site-relative address; null for none. */
  readonly poster: string | null;
}

/** Used where the address gives no value or an invalid one. */
export const FIRST_DEFAULTS = { autoplay: 'visible', theme: 'system' } as const;

const AUTOPLAYS: readonly string[] = ['visible', 'click', 'off'] satisfies Autoplay[];
const THEMES: readonly string[] = ['light', 'dark', 'system', 'contrast'] satisfies EmbedTheme[];

/** The demo that opens if the address names no source. */
export const DEFAULT_POSTER = 'circle';

/** The largest picture in an address, in bytes. */
export const MAX_POSTER_BYTES = 200_000;

const PICTURE = /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;

export function isAutoplay(value: string): value is Autoplay {
  return AUTOPLAYS.includes(value);
}

export function isTheme(value: string): value is EmbedTheme {
  return THEMES.includes(value);
}

/** Invalid options get their defaults; `readOptions` reports them. */
export function readFirstOptions(address: URL): FirstOptions {
  const query = address.searchParams;
  const autoplay = query.get('autoplay') ?? '';
  const theme = query.get('theme') ?? '';
  return {
    autoplay: isAutoplay(autoplay) ? autoplay : FIRST_DEFAULTS.autoplay,
    theme: isTheme(theme) ? theme : FIRST_DEFAULTS.theme,
    poster: posterOf(address),
  };
}

/** The picture in the address or, failing that, the thumbnail of the demo that it names. */
function posterOf(address: URL): string | null {
  const given = givenPoster(address);
  if (given !== null && isPicture(given)) return given;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const inFragment = ['project', 'code', 'demo'].some((name) => fragment.has(name));
  const place = inFragment ? fragment : address.searchParams;
  if (place.has('code') || place.has('project')) return null;
  const demo = /^([\w-]{1,100})(?:\.slang)?$/.exec(place.get('demo') ?? DEFAULT_POSTER)?.[1];
  return demo ? `demos/thumbnails/${demo.toLowerCase()}.webp` : null;
}

/** The poster in the fragment, which may be longer, takes priority over the one in the query. */
export function givenPoster({ hash, searchParams }: URL): string | null {
  const given = new URLSearchParams(hash.slice(1)).get('poster') ?? searchParams.get('poster');
  // Restores plus signs that were not percent-encoded.
  return given?.replaceAll(' ', '+') ?? null;
}

export function isPicture(poster: string): boolean {
  return poster.length <= (MAX_POSTER_BYTES / 3) * 4 + 30 && PICTURE.test(poster);
}

/** Lets an embed run scripts and open the playground in a tab, but not use its site's origin. */
export const FRAME_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
