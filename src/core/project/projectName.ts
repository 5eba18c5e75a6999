import { ALL_DEMOS } from '#core/slang/demos/demos.ts';
import { HIDDEN_CHARACTERS } from '#core/util/hiddenCharacters.ts';
import { brief } from '#core/util/text.ts';

/** Maximum length of a given name, in characters. */
export const MAX_NAME_LENGTH = 60;

/** Maximum length of a file name without its extension, in characters. */
const MAX_STEM_LENGTH = 40;

const UNTITLED = 'Untitled';

export interface NamedProject {
  /** The name given by the user, a starter or a link; null if there is none. */
  readonly givenName: string | null;
  /** The demo's name, while the source is exactly that demo. */
  readonly demo: string | null;
  /** The address that the source was opened from. */
  readonly uri: string;
  readonly text: string;
}

/**
 * The name of a project: the given name, or else the demo's title, the file name in the source's
 * address, the source's first comment, or its first entry point.
 */
export function projectName({ givenName, demo, uri, text }: NamedProject): string {
  if (givenName !== null) return givenName;
  if (text.trim() === '') return UNTITLED;
  const file = demo ?? fileName(uri);
  if (file !== null) return listedTitle(file) ?? givenNameFrom(file) ?? UNTITLED;
  return firstComment(text) ?? firstEntryPoint(text) ?? UNTITLED;
}

/**
 * The page's title: the project's name, and whether the project is an edited demo.
 *
 * @param demos the address of the site's demos
 */
export function documentTitle(project: NamedProject, demos: string): string {
  const { givenName, demo, uri, text } = project;
  const isEditedDemo =
    uri.startsWith(demos) && !uri.endsWith('/user.slang') && demo === null && text.trim() !== '';
  const mark = isEditedDemo && givenName === null ? ' (edited)' : '';
  return `${projectName(project)}${mark} · Slang Playground`;
}

/** Cleans a typed or linked name: one line, no hidden characters; null if it is blank. */
export function givenNameFrom(typed: string): string | null {
  const shown = typed.replaceAll(/\s+/g, ' ').replaceAll(HIDDEN_CHARACTERS, '').trim();
  return [...shown].slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}

/**
 * Converts a name to a file name without extension: removes accents, and replaces characters that
 * are not allowed in both file names and identifiers with dashes.
 */
export function fileStem(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{Mark}+/gu, '');
  const stem = letters.replaceAll(/[^A-Za-z0-9_]+/g, '-').slice(0, MAX_STEM_LENGTH);
  return stem.replaceAll(/^-+|-+$/g, '') || 'shader';
}

/** Null for sources without a file name of their own. */
function fileName(uri: string): string | null {
  const file = /(?<![^/?#])([^/?#]+)\.slang(?:[?#]|$)/.exec(uri)?.[1];
  if (file === undefined || file === 'user') return null;
  try {
    return decodeURIComponent(file).replace(/^.*\//, '');
  } catch {
    return file;
  }
}

/** The title of a demo, edited or not, without its group. */
function listedTitle(file: string): string | undefined {
  return ALL_DEMOS.find(({ url }) => url === file)?.name.replace(/^.*: /, '');
}

/** In characters. A browser tab shows about 30. */
const MAX_LENGTH = 60;

/** How far to search for the first comment, in characters. */
const START_LENGTH = 10_000;

/** A comment, or an import or directive that may precede the opening comment. */
const BEGINNING = /\s*(?:\/\/(.*)|\/\*([\s\S]*?)\*\/|(?:import\b|#).*)/y;

/** Openings of comments that do not describe the shader. */
const NO_TITLE = /^(?:copyright|\(c\)|©|spdx-|licen[sc]e)/i;

/** The first sentence of the source's opening comments. */
function firstComment(text: string): string | null {
  const start = text.slice(0, START_LENGTH);
  BEGINNING.lastIndex = 0;
  for (let part = BEGINNING.exec(start); part; part = BEGINNING.exec(start)) {
    for (const line of (part[1] ?? part[2] ?? '').split('\n')) {
      const seen = line.replaceAll(HIDDEN_CHARACTERS, '');
      const words = seen.replaceAll(/^[\s/*!]+|[\s/*]+$/g, '');
      if (/\p{L}/u.test(words) && !NO_TITLE.test(words)) {
        const sentence = words.replace(/(?:[.:;!](?:\s.*)?|,)$/, '');
        return brief(sentence, MAX_LENGTH);
      }
    }
  }
  return null;
}

function firstEntryPoint(text: string): string | null {
  const start = text.indexOf('[shader(');
  if (start < 0) return null;
  const declaration = text.slice(start, start + 1000).replaceAll(/\[[^\]]*(?:\]|$)/g, ' ');
  return /\b(\w+)\s*\(/.exec(declaration)?.[1] ?? null;
}
