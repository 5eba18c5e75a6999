import { countShared, type Words, wordsByLine } from './codeWords.ts';
import { type DeclarationIndex, indexDeclarations } from './declaredLines.ts';
import { filesOfIndexes } from './fileIndexes.ts';
import { namesOf, textFunctions } from './functionsIn.ts';
import type { KnownTexts, LineOrigin, MainOrigins, SourceFile } from './lineMap.ts';
import { placeLines } from './placeLines.ts';
import type { Placed } from './printedCode.ts';
import { findPrinted, type Place, type PrintedFile, readKnownFiles } from './printedFiles.ts';
import { type PrintedLine, readPrintedLines } from './printedLines.ts';

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
