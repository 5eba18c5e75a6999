import { firstComment, firstEntryPoint } from '#core/project/sourceTitle.ts';
import { DEMOS } from '#core/slang/demos/demos.ts';

/** What the title is derived from. */
export interface OpenText {
  /** The demo's name, while the source is exactly that demo. */
  readonly demo: string | null;
  /** The address that the source was opened from. */
  readonly uri: string;
  readonly text: string;
}

const SITE = 'Slang Playground';

/**
 * The title of the page: the demo's name, else the file name of the source's address, else the
 * source's first comment, else its first entry point.
 *
 * @param demos address of the site's demos
 */
export function documentTitle(open: OpenText, demos: string): string {
  return `${nameOf(open, demos)} · ${SITE}`;
}

function nameOf({ demo, uri, text }: OpenText, demos: string): string {
  if (text.trim() === '') return 'Untitled';
  if (demo !== null) return nameOfDemo(demo);
  const file = /(?<![\w-])([\w-]+)\.slang$/.exec(uri)?.[1];
  if (!file || file === 'user') return firstComment(text) ?? firstEntryPoint(text) ?? 'Untitled';
  const name = nameOfDemo(file);
  return uri.startsWith(demos) ? `${name} (edited)` : name;
}

/** Demos outside the list have only a file name, such as `reaction-diffusion`. */
function nameOfDemo(file: string): string {
  const listed = DEMOS.find(({ url }) => url === file)?.name;
  if (listed) return listed.replace(/^.*: /, '');
  const words = file.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
