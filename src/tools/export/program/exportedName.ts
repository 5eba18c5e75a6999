import { firstComment, firstEntryPoint } from '#core/project/sourceTitle.ts';

/** What a name is derived from. */
export interface NamedSource {
  /** The demo's name, while the source comes from that demo. */
  readonly demo: string | null;
  /** The address that the source was opened from. */
  readonly uri: string;
  readonly text: string;
}

const FALLBACK = 'shader';

/** Characters. */
const MAX_LENGTH = 40;

/**
 * A name for files: the demo's, else the file name of the source's address, else its first comment,
 * else its first entry point. It has letters, digits, `-` and `_` only.
 */
export function exportedName({ demo, uri, text }: NamedSource): string {
  const file = /(?<![^/?#])([^/?#]+)\.slang(?:[?#]|$)/.exec(uri)?.[1] ?? 'user';
  const candidates = [
    demo?.replace(/^.*\//, ''),
    file === 'user' ? firstComment(text) : decoded(file),
    firstEntryPoint(text),
  ];
  const names = candidates.map((each) => each && plain(each));
  return names.find((name) => name) || FALLBACK;
}

function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** Accents go, everything else that file names and identifiers do not share becomes a dash. */
function plain(words: string): string {
  const letters = words.normalize('NFKD').replaceAll(/\p{Mark}+/gu, '');
  const name = letters.replace(/\.slang$/, '').replaceAll(/[^A-Za-z0-9_]+/g, '-');
  return name.slice(0, MAX_LENGTH).replaceAll(/^-+|-+$/g, '');
}
