/** What a text says of one id, such as `%float`. Places are characters from its start. */
export interface IdEntry {
  /** Where the id stands before `=`, or null if nothing defines it. */
  readonly definition: number | null;
  /** Every place where it stands, in the order of the text, its definition and names included. */
  readonly places: readonly number[];
  /** Name that `OpName` gives it. */
  readonly name: string | null;
}

export type IdIndex = ReadonlyMap<string, IdEntry>;

interface Building {
  definition: number | null;
  places: number[];
  name: string | null;
}

const QUOTE = 34;
const PERCENT = 37;
const SEMICOLON = 59;
const EQUALS = 61;
const SPACE = 32;
const BACKSLASH = 92;

/** Makes the index of a text step by step: 20,000 lines at once would stop the page for too long. */
export interface IdIndexer {
  /** Reads on for about so many characters, and returns the index once it is complete. */
  advance(characters: number): IdIndex | null;
}

/** Finds all ids of SPIR-V assembly that stand outside of comments and strings. */
export function createIdIndexer(text: string): IdIndexer {
  const index = new Map<string, Building>();
  let named: Building | null = null;
  let at = 0;
  return {
    advance(characters) {
      const stop = Math.min(at + characters, text.length);
      while (at < stop) {
        const code = text.charCodeAt(at);
        if (code === PERCENT) {
          const end = endOfId(text, at + 1);
          const entry = entryOf(index, text.slice(at, end));
          entry.places.push(at);
          if (isAssigned(text, end)) entry.definition ??= at;
          named = text.startsWith('OpName ', at - 7) ? entry : null;
          at = end;
        } else if (code === QUOTE) {
          const end = endOfString(text, at + 1);
          if (named) named.name ??= unquote(text.slice(at, end));
          named = null;
          at = end;
        } else if (code === SEMICOLON) {
          const end = text.indexOf('\n', at);
          at = end < 0 ? text.length : end;
        } else {
          at += 1;
        }
      }
      return at < text.length ? null : index;
    },
  };
}

/** The whole index at once. */
export function indexIds(text: string): IdIndex {
  return createIdIndexer(text).advance(text.length) ?? new Map();
}

function entryOf(index: Map<string, Building>, id: string): Building {
  const known = index.get(id);
  if (known) return known;
  const entry = { definition: null, places: [], name: null };
  index.set(id, entry);
  return entry;
}

function endOfId(text: string, start: number): number {
  let at = start;
  while (isWordCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    (code >= 97 && code <= 122)
  );
}

function isAssigned(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return text.charCodeAt(at) === EQUALS;
}

/** Behind the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return Math.min(at + 1, text.length);
}

function unquote(quoted: string): string {
  return quoted.slice(1, quoted.endsWith('"') ? -1 : undefined).replace(/\\([\s\S])/g, '$1');
}

/** Where the id is used: neither defined nor named nor decorated. */
export function usesOf(entry: IdEntry, text: string): number[] {
  return entry.places.filter((place) => {
    if (place === entry.definition) return false;
    const line = text.slice(text.lastIndexOf('\n', place) + 1, place);
    return !/^\s*Op(?:Member)?(?:Name|Decorate)\w*\s+$/.test(line);
  });
}

/** The id whose characters are around the place, or that ends there; null if there is none. */
export function idAt(index: IdIndex, line: string, column: number, lineStart: number): IdAt | null {
  for (const match of line.matchAll(/%\w+/g)) {
    const [id] = match;
    if (match.index > column) return null;
    if (match.index + id.length < column) continue;
    const entry = index.get(id);
    // In comments and strings it is no id.
    if (!entry?.places.includes(lineStart + match.index)) return null;
    return { id, entry, from: lineStart + match.index };
  }
  return null;
}

export interface IdAt {
  readonly id: string;
  readonly entry: IdEntry;
  readonly from: number;
}
