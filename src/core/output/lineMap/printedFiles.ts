import { readStretches, type Stretch } from '#core/output/lineDirectives.ts';
import { countShared, type Words, wordsOfSource } from './codeWords.ts';
import { type KnownTexts, type MainOrigins, PART_SIZE, type SourceFile } from './lineMap.ts';

export type KnownFile = ReturnType<typeof knownFile>;

/** What the compiler means by a file name in its `#line` directives. */
export interface PrintedFile {
  readonly name: string;
  /**
   * The real place of a line. If the user's own `#line` directives give several lines the same
   * number, the one that shares the most words. Null past the end.
   */
  placeOf(line: number, words: Words): Place | null;
}

export interface Place {
  readonly known: KnownFile;
  /** One-based. */
  readonly line: number;
}

/** The files whose text is known, and the names that the compiler prints for their parts. */
export interface KnownFiles {
  /** Project files come first. */
  readonly files: readonly KnownFile[];
  linesWith(word: string): readonly Place[];
  readonly printed: readonly PrintedFile[];
}

/** Reads the files of a program, once for all of its outputs. */
export function readKnownFiles(texts: KnownTexts): KnownFiles {
  const found = readBefore.get(texts) ?? readFiles(texts);
  readBefore.set(texts, found);
  return found;
}

const readBefore = new WeakMap<KnownTexts, KnownFiles>();

function readFiles({ sources, libraries }: KnownTexts): KnownFiles {
  const files: KnownFile[] = [];
  const named = new Map<string, Part[]>();
  const add = (name: string, part: Part) => {
    const parts = named.get(name);
    if (parts) parts.push(part);
    else named.set(name, [part]);
  };
  for (const [path, text] of Object.entries(sources)) {
    const known = knownFile({ kind: 'project', path }, text);
    files.push(known);
    for (const stretch of readStretches(path, text)) {
      add(stretch.path.replace(/^\//, ''), { known, stretch });
    }
  }
  for (const [name, text] of Object.entries(libraries)) {
    const known = knownFile({ kind: 'library', name }, text);
    files.push(known);
    const path = `/${name}.slang`;
    for (const stretch of readStretches(path, text)) add(stretch.path, { known, stretch });
  }
  const printed = [...named].map(([name, parts]) => ({
    name,
    placeOf: (line: number, words: Words) => bestPlace(parts, line, words),
  }));
  return { files, printed, linesWith: wordIndex(files) };
}

function wordIndex(files: readonly KnownFile[]): (word: string) => readonly Place[] {
  let index: Map<string, Place[]> | null = null;
  const read = () => {
    const places = new Map<string, Place[]>();
    for (const known of files) {
      for (let line = 1; line <= known.lines.length; line += 1) {
        const place = { known, line };
        for (const word of known.wordsAt(line)) {
          const same = places.get(word);
          if (same) same.push(place);
          else places.set(word, [place]);
        }
      }
    }
    return places;
  };
  return (word) => {
    index ??= read();
    return index.get(word) ?? [];
  };
}

/**
 * Finds the file that a printed name means. The compiler prints the paths of project files without
 * the leading slash, but those of the playground's modules with it.
 */
export function findPrinted(files: readonly PrintedFile[], name: string): PrintedFile | null {
  return (
    files.find((file) => file.name === name) ??
    files.find((file) => file.name === name.replace(/^\//, '')) ??
    onlyOne(files.filter((file) => file.name.endsWith(`/${name}`)))
  );
}

function onlyOne<T>(values: readonly T[]): T | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

interface Part {
  readonly known: KnownFile;
  readonly stretch: Stretch;
}

function bestPlace(parts: readonly Part[], line: number, words: Words): Place | null {
  let best: Place | null = null;
  let most = -1;
  for (const { known, stretch } of parts) {
    const real = stretch.first + line - stretch.printed;
    if (real < stretch.first || real > Math.min(stretch.last, known.lines.length)) continue;
    const shared = parts.length === 1 ? 0 : countShared(words, known.wordsAt(real));
    if (shared > most) {
      most = shared;
      best = { known, line: real };
    }
  }
  return best;
}

function knownFile(file: SourceFile, text: string) {
  const lines = text.split(/\r\n|\r|\n/);
  const words = new Map<number, Words>();
  return {
    file,
    text,
    lines,
    /** The words of a one-based line. */
    wordsAt(line: number): Words {
      const found = words.get(line) ?? wordsOfSource(lines[line - 1] ?? '');
      words.set(line, found);
      return found;
    },
  };
}

/**
 * Makes the maps of a program's outputs share one list of files.
 *
 * @param files receives the files that it lacks
 * @returns the map, with origins that index `files`
 */
export function shareFiles<Origins extends MainOrigins & { readonly parts?: Int32Array }>(
  map: Origins,
  files: SourceFile[],
): Origins {
  const numbers = map.files.map((file) => indexOf(files, file));
  if (numbers.every((number, own) => number === own)) return map;
  const renumbered = {
    ...map,
    files,
    origins: map.origins.map((origin) => origin && { ...origin, file: numbers[origin.file] ?? 0 }),
  };
  if (map.parts === undefined) return renumbered;
  const parts = map.parts.slice();
  for (let at = 3; at < parts.length; at += PART_SIZE) parts[at] = numbers[parts[at] ?? 0] ?? 0;
  return { ...renumbered, parts };
}

function indexOf(files: SourceFile[], file: SourceFile): number {
  const text = JSON.stringify(file);
  const known = files.findIndex((each) => JSON.stringify(each) === text);
  return known >= 0 ? known : files.push(file) - 1;
}
