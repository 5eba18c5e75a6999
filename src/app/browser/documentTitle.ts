import { DEMOS } from '#demos/demos.ts';
import { HIDDEN_CHARACTERS } from '#shared/hiddenCharacters.ts';

/** What the title is derived from. */
export interface OpenText {
  /** The demo's name, while the source is exactly that demo. */
  readonly demo: string | null;
  /** The address that the source was opened from. */
  readonly uri: string;
  readonly text: string;
}

const SITE = 'Slang Playground';

/** Characters. A browser tab shows about 30. */
const MAX_LENGTH = 60;

/** Characters that are searched for the first comment. */
const START_LENGTH = 10_000;

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
  const file = /([\w-]+)\.slang$/.exec(uri)?.[1];
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

/** A comment, or an import or directive that may precede the opening comment. */
const BEGINNING = /\s*(?:\/\/(.*)|\/\*([\s\S]*?)\*\/|(?:import\b|#).*)/y;

/** Opening words of comments that do not describe the shader. */
const NO_TITLE = /^(?:copyright|\(c\)|©|spdx-|licen[sc]e)/i;

/** The first sentence of the source's opening comments. */
function firstComment(text: string): string | null {
  const start = text.slice(0, START_LENGTH);
  BEGINNING.lastIndex = 0;
  for (let part = BEGINNING.exec(start); part; part = BEGINNING.exec(start)) {
    for (const line of (part[1] ?? part[2] ?? '').split('\n')) {
      const seen = line.replaceAll(HIDDEN_CHARACTERS, '');
      const words = seen.replaceAll(/^[\s/*!]+|[\s/*]+$/g, '');
      if (/\p{L}/u.test(words) && !NO_TITLE.test(words)) return shortened(words);
    }
  }
  return null;
}

function shortened(words: string): string {
  const sentence = words.replace(/(?:[.:;!](?:\s.*)?|,)$/, '');
  return sentence.length <= MAX_LENGTH ? sentence : `${sentence.slice(0, MAX_LENGTH - 1)}…`;
}

/** The name of the first function with `[shader(…)]`. */
function firstEntryPoint(text: string): string | null {
  const start = text.indexOf('[shader(');
  if (start < 0) return null;
  const declaration = text.slice(start, start + 1000).replaceAll(/\[[^\]]*\]/g, ' ');
  return /(\w+)\s*\(/.exec(declaration)?.[1] ?? null;
}
