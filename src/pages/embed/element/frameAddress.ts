import { encodeBase64Url } from '#core/util/base64.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { deflate } from '#core/util/zlib.ts';
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

/**
 * The source inside an element: its first `<script>` or `<pre>`, else all its text, without the
 * indentation that the page adds. Empty if there is none.
 */
export function innerSource(element: ParentNode & Pick<Node, 'textContent'>): string {
  const holder = element.querySelector('script[type="text/slang"], pre') ?? element;
  return unindented(holder.textContent ?? '');
}

/** Removes blank lines around the text, and the indentation that all its lines share. */
export function unindented(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const depth = Math.min(...depths);
  if (depths.length === 0) return '';
  return `${lines.map((line) => line.slice(depth)).join('\n')}\n`;
}

/** Most characters of packed source that an address can hold. */
const MAX_PACKED = 1_900_000;

/** Packs a source as links do. Fails with a sentence if it is too long for an address. */
export async function packSource(source: string): Promise<Result<string>> {
  const packed = encodeBase64Url(await deflate(new TextEncoder().encode(source)));
  if (packed.length <= MAX_PACKED) return ok(packed);
  return fail(
    `The source has ${packed.length} characters once it is packed; at most ${MAX_PACKED} are opened. Shorten it.`,
  );
}
