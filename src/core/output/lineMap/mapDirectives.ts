import { countShared, type Words, wordsByLine } from './codeWords.ts';
import { type DeclarationIndex, indexDeclarations } from './declaredLines.ts';
import { namesOf, textFunctions } from './functionsIn.ts';
import type { KnownTexts, LineOrigin, MainOrigins, SourceFile } from './lineMap.ts';
import { placeLines } from './placeLines.ts';
import type { Placed } from './printedCode.ts';
import { findPrinted, type Place, type PrintedFile, readKnownFiles } from './printedFiles.ts';

/** Reads the `#line` directives of HLSL, GLSL, Metal and CUDA. */
export function mapDirectives(code: string, texts: KnownTexts): MainOrigins {
  const lines = code.split('\n');
  const printed = readPrintedLines(lines);
  const words = wordsByLine(lines);
  const known = readKnownFiles(texts);
  const functions = textFunctions(lines);
  const index = indexDeclarations(known, namesOf(functions));
  const findFile = fileFinder(printed, words, known.printed, index);
  const places = printed.map((line, at) => {
    const file = line && findFile(line.file);
    return file ? likelierPlace(file, line, words(at)) : null;
  });
  const start = Math.max(
    0,
    printed.findIndex((line) => line !== null),
  );
  const placed = placeLines({ lines, start, functions, places, words }, index);
  const table = createFileTable();
  const origins = placed.map((each, at): LineOrigin | null => {
    if (each) return originOf(table, each);
    const line = printed[at];
    return line && !findFile(line.file) ? coreOrigin(table, line) : null;
  });
  return { files: table.files, origins, functions };
}

function fileFinder(
  printed: readonly (PrintedLine | null)[],
  words: (line: number) => Words,
  files: readonly PrintedFile[],
  index: DeclarationIndex,
): (name: string) => PrintedFile | null {
  const hasIndexes = printed.some((place) => place && /^\d+$/.test(place.file));
  if (hasIndexes) {
    const found = filesOfIndexes(printed, words, files, index);
    return (number) => found.get(number) ?? null;
  }
  const found = new Map<string, PrintedFile | null>();
  return (name) => {
    const file = found.get(name);
    if (file !== undefined) return file;
    const printedFile = findPrinted(files, name);
    found.set(name, printedFile);
    return printedFile;
  };
}

/**
 * A line without a directive is either the next of the source, or another part of what the line above
 * it comes from.
 */
function likelierPlace(
  file: PrintedFile,
  { line, before }: PrintedLine,
  words: Words,
): Place | null {
  const next = file.placeOf(line, words);
  if (before === null || (next && sharedAt(next, words) > 0)) return next;
  const same = file.placeOf(before, words);
  return same && sharedAt(same, words) > 0 ? same : next;
}

function sharedAt({ known, line }: Place, words: Words): number {
  return countShared(words, known.wordsAt(line));
}

function originOf(table: FileTable, placed: Placed): LineOrigin {
  if (placed.kind === 'line') {
    const { known, line } = placed.place;
    return { kind: 'line', file: table.indexOf(known.file), line };
  }
  const { known, from, to } = placed.declared;
  return { kind: 'function', file: table.indexOf(known.file), from, to };
}

/** The compiler's name for code that macros of its core put together. */
const PASTED = 'token paste';

function coreOrigin(table: FileTable, { file, line }: PrintedLine): LineOrigin | null {
  return file === PASTED ? null : { kind: 'line', file: table.indexOfCore(file), line };
}

interface FileTable {
  readonly files: readonly SourceFile[];
  /** Each file is one object. */
  indexOf(file: SourceFile): number;
  /** @param name the name or the index of the file in the directives */
  indexOfCore(name: string): number;
}

function createFileTable(): FileTable {
  const files: SourceFile[] = [];
  const indexes = new Map<SourceFile, number>();
  const cores = new Map<string, SourceFile>();
  const indexOf = (file: SourceFile) => {
    const index = indexes.get(file) ?? files.push(file) - 1;
    indexes.set(file, index);
    return index;
  };
  return {
    files,
    indexOf,
    indexOfCore(printed) {
      // GLSL does not tell which of the core's files it is.
      const name = /^\d+$/.test(printed) ? 'core' : printed;
      const file = cores.get(name) ?? { kind: 'core', name };
      cores.set(name, file);
      return indexOf(file);
    },
  };
}

/** The most lines that are compared for each index; more would not change the result. */
const MAX_COMPARED = 400;

/**
 * Below this share of lines that a file explains, no known file is meant, but one of the
 * compiler's core.
 */
const MIN_SHARE = 0.3;

/**
 * Finds the files that GLSL's `#line` directives mean by their indexes: each index means the file
 * whose lines explain the most lines of the code.
 */
function filesOfIndexes(
  printed: readonly (PrintedLine | null)[],
  words: (line: number) => Words,
  files: readonly PrintedFile[],
  index: DeclarationIndex,
): ReadonlyMap<string, PrintedFile> {
  const scores = [...linesOfIndexes(printed)].flatMap(([number, lines]) =>
    files.flatMap((file) => {
      const places = lines.flatMap((at) => {
        const place = printed[at];
        return place && words(at).size > 0 ? [{ line: place.line, words: words(at) }] : [];
      });
      const share = shareExplained(places, file, index);
      return share < MIN_SHARE ? [] : [{ number, file, share, count: places.length }];
    }),
  );
  // Those with most lines explained first, since no two indexes mean one file.
  scores.sort((one, other) => other.share * other.count - one.share * one.count);
  const found = new Map<string, PrintedFile>();
  const taken = new Set<PrintedFile>();
  for (const { number, file } of scores) {
    if (found.has(number) || taken.has(file)) continue;
    found.set(number, file);
    taken.add(file);
  }
  return found;
}

function linesOfIndexes(printed: readonly (PrintedLine | null)[]): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [at, place] of printed.entries()) {
    if (!place) continue;
    const known = lines.get(place.file);
    if (!known) lines.set(place.file, [at]);
    else if (known.length < MAX_COMPARED) known.push(at);
  }
  return lines;
}

/** The share of the lines of code that their lines in the file explain. */
function shareExplained(
  places: readonly { readonly line: number; readonly words: Words }[],
  file: PrintedFile,
  index: DeclarationIndex,
): number {
  const explained = places.filter(({ line, words }) => {
    const place = file.placeOf(line, words);
    return place && index.explains(place.known, place.line, words);
  });
  return places.length === 0 ? 0 : explained.length / places.length;
}

/** What the compiler says of a line of target code. */
interface PrintedLine {
  /** The name or, in GLSL, the index of the file, as `#line` has it. */
  readonly file: string;
  readonly line: number;
  /**
   * The number of the line right above, for a line that has no directive of its own: then it is as
   * likely that the compiler means that one.
   */
  readonly before: number | null;
}

const DIRECTIVE = /^\s*#line (\d+)(?: (?:"([^"]*)"|(\d+)))?\s*$/;
/** What the compiler puts onto lines of their own before what it numbers. */
const PREFIX = /^(?:\[(?!\[).*\]|layout\([^)]*\)(?: in;)?|readonly|writeonly|coherent)$/;
/** Members have the number of their struct, since it does not count the lines of the source there. */
const STRUCT = /^(?:struct \w+|cbuffer .*|.*\bbuffer \w+ \{|layout\(.*\) uniform \w+)$/;
/** Braces alone and `else` have the number of the code before them, which is another statement's. */
const CONNECTIVE = /^[\s{}();]*(?:else[\s{}();]*)?$/;

/**
 * Reads the `#line` directives of HLSL, GLSL, Metal and CUDA. A directive numbers the line after it,
 * and those that follow count on.
 *
 * @returns one for each line; null for directives, lines without content, and all before the first
 */
function readPrintedLines(lines: readonly string[]): (PrintedLine | null)[] {
  let file: string | null = null;
  let next = 0;
  let before: number | null = null;
  /** The number of the struct, or of the attributes, that the line belongs to. */
  let group: number | null = null;
  let isInStruct = false;
  return lines.map((text) => {
    const directive = text.includes('#line') ? DIRECTIVE.exec(text) : null;
    if (directive) {
      file = directive[2] ?? directive[3] ?? file;
      next = Number(directive[1]);
      before = null;
      group = null;
      isInStruct = false;
      return null;
    }
    // The compiler adds empty lines to reach a line that it means.
    if (text === '') before = null;
    const line = group ?? next;
    next += 1;
    if (STRUCT.test(text)) isInStruct = true;
    else if (text.startsWith('}')) isInStruct = false;
    group = isInStruct || PREFIX.test(text) ? line : null;
    if (file === null || CONNECTIVE.test(text) || text.startsWith('#')) return null;
    const printed = { file, line, before };
    before = line;
    return printed;
  });
}
