import { headerLine, namesOf, textFunctions } from './codeFunctions.ts';
import { countShared, hasOnlyNumbers, isDerivative, type Words, wordsByLine } from './codeWords.ts';
import {
  type DeclarationIndex,
  type DeclaredLines,
  globalNamed,
  indexDeclarations,
  isInside,
  nearestSharing,
  type Placed,
  type PrintedCode,
  weightShared,
} from './declaredLines.ts';
import type { CodeFunction, KnownTexts, LineOrigin, MainOrigins, SourceFile } from './lineMap.ts';
import { placeDeclarations } from './placeDeclarations.ts';
import { findPrinted, type Place, type PrintedFile, readKnownFiles } from './printedFiles.ts';

/** Maps HLSL, GLSL, Metal and CUDA by their `#line` directives. */
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
 * A line without its own directive comes either from the next source line or from the same one as
 * the line above.
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

/** The file name that the compiler gives to code pasted together by macros of its core module. */
const PASTED = 'token paste';

function coreOrigin(table: FileTable, { file, line }: PrintedLine): LineOrigin | null {
  return file === PASTED ? null : { kind: 'line', file: table.indexOfCore(file), line };
}

interface FileTable {
  readonly files: readonly SourceFile[];
  /** Files are compared by identity. */
  indexOf(file: SourceFile): number;
  /** @param name the file's name or index in the directives */
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
      // GLSL gives only an index, which does not identify the core file.
      const name = /^\d+$/.test(printed) ? 'core' : printed;
      const file = cores.get(name) ?? { kind: 'core', name };
      cores.set(name, file);
      return indexOf(file);
    },
  };
}

/** The most lines compared for each index. More would not change the result. */
const MAX_COMPARED = 400;

/**
 * If a file explains a smaller share of the lines, the index stands for a core file of the
 * compiler.
 */
const MIN_SHARE = 0.3;

/**
 * Finds the files that GLSL's `#line` directives refer to by index: for each index, the file whose
 * lines explain the most lines of code.
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
  // Files that explain the most lines come first, because no two indexes refer to the same file.
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

/** The share of the code lines that the corresponding lines of the file explain. */
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

/** What the compiler says about a line of target code. */
interface PrintedLine {
  /** The file's name, or in GLSL its index, as in the `#line` directive. */
  readonly file: string;
  readonly line: number;
  /**
   * The number of the line above, for a line without its own directive; the compiler may just as
   * well mean that line.
   */
  readonly before: number | null;
}

const DIRECTIVE = /^\s*#line (\d+)(?: (?:"([^"]*)"|(\d+)))?\s*$/;
/** Attributes and qualifiers that the compiler puts on lines of their own before the code. */
const PREFIX = /^(?:\[(?!\[).*\]|layout\([^)]*\)(?: in;)?|readonly|writeonly|coherent)$/;
/** Members get their struct's number: the compiler does not count source lines in a struct. */
const STRUCT = /^(?:struct \w+|cbuffer .*|.*\bbuffer \w+ \{|layout\(.*\) uniform \w+)$/;
/** Lone braces and `else` get the number of the preceding code, which is another statement. */
const CONNECTIVE = /^[\s{}();]*(?:else[\s{}();]*)?$/;

/**
 * Reads the `#line` directives of HLSL, GLSL, Metal and CUDA. A directive numbers the next line;
 * the lines after that count upwards.
 *
 * @returns one per line; null for directives, lines without content, and lines before the first
 * directive
 */
function readPrintedLines(lines: readonly string[]): (PrintedLine | null)[] {
  let file: string | null = null;
  let next = 0;
  let before: number | null = null;
  /** The number of the struct or of the attributes that the line belongs to. */
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
    // The compiler adds empty lines until the count reaches the line that it means.
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

/**
 * Corrects the places that the directives give. The compiler repeats the previous place for code
 * without its own: temporaries hoisted before a statement, copies at the end of a loop, calls after
 * inlined code, struct members. A place stays if its line explains the code; otherwise the nearby
 * line of the same function that shares the most words replaces it.
 */
function placeLines(code: PrintedCode, index: DeclarationIndex): (Placed | null)[] {
  const placed: (Placed | null)[] = code.places.map((place) => place && { kind: 'line', place });
  const inFunction = new Uint8Array(code.lines.length);
  for (const each of code.functions) {
    inFunction.fill(1, each.from - 1, each.to);
    placeFunction(code, each, index, placed);
  }
  placeDeclarations(code, inFunction, index, placed);
  return placed;
}

function placeFunction(
  code: PrintedCode,
  range: CodeFunction,
  index: DeclarationIndex,
  placed: (Placed | null)[],
): void {
  const declared = sourceFunction(code, range, index);
  const { name } = range;
  const header = headerLine(code.lines, range);
  let near = declared?.line ?? 0;
  let wasInlined = false;
  for (let at = range.from - 1; at < range.to; at += 1) {
    const place = code.places[at];
    const words = code.words(at);
    if (!place || words.size === 0) continue;
    const isHeader = at + 1 === header && place.known === declared?.known;
    const found: Placed | null =
      isHeader && place.line === declared.line
        ? { kind: 'line', place }
        : correctedPlace({ code, at, name, place, declared, near, wasInlined }, index);
    placed[at] = found;
    if (!declared || found?.kind !== 'line') continue;
    wasInlined = !isInside(declared, found.place);
    if (!wasInlined) near = found.place.line;
  }
  moveWordless(code, range, placed);
}

interface Doubtful {
  readonly code: PrintedCode;
  readonly at: number;
  readonly name: string;
  readonly place: Place;
  readonly declared: DeclaredLines | null;
  /** The line of the function that the preceding code comes from. */
  readonly near: number;
  /** Whether the preceding code was inlined from another function. */
  readonly wasInlined: boolean;
}

/** Metal passes the globals in a struct that the entry point fills. */
const CONTEXT = /^\s*(?:\(&kernelContext_\d+\)->(\w+?)_\d+ = |threadgroup .* (\w+?)_\d+;$)/;

function correctedPlace(
  { code, at, name, place, declared, near, wasInlined }: Doubtful,
  index: DeclarationIndex,
): Placed | null {
  const words = code.words(at);
  const context = CONTEXT.exec(code.lines[at] ?? '');
  const global = context && globalNamed(context[1] ?? context[2] ?? '', index);
  if (global) return global;
  const better = declared && betterPlace(code, at, place, declared);
  if (better) return { kind: 'line', place: better };
  if (index.explains(place.known, place.line, words)) return { kind: 'line', place };
  if (!declared) return isDerivative(name) ? null : { kind: 'line', place };
  const from = isInside(declared, place) ? place.line : wasInlined ? near + 1 : near;
  const own = nearestSharing(declared, words, from);
  const around = isInside(declared, place) ? null : index.functionAt(place.known, place.line);
  const inlined = around && nearestSharing(around, words, place.line);
  const found = inlined && inlined.score >= (own?.score ?? 0) ? inlined : own;
  // The compiler may have computed the numbers from constants.
  const isFar = !found || Math.abs(found.line - from) > MAX_FOR_NUMBERS;
  if (hasOnlyNumbers(words) && isFar) return { kind: 'line', place };
  if (found) return { kind: 'line', place: found };
  return (
    nextExplaining(declared, words, from, index) ??
    placeInlined(code, at, index, words) ?? { kind: 'function', declared }
  );
}

/** How many lines further down a statement with the previous statement's place may be. */
const MAX_REPEATED = 2;

/**
 * A better place for a line whose place may only be repeated from earlier code: the header's, at
 * the start of a function, or the previous line's, as for an assignment in a branch. A line that
 * shares at least one more name replaces it.
 */
function betterPlace(
  { places, words }: PrintedCode,
  at: number,
  place: Place,
  declared: DeclaredLines,
): Place | null {
  if (place.known !== declared.known) return null;
  const isOfHeader = place.line === declared.line;
  if (!isOfHeader && !isSame(place, placeBefore(places, at))) return null;
  const found = nearestSharing(declared, words(at), place.line);
  if (!found || (!isOfHeader && !isSoonAfter(found.line, place.line))) return null;
  const own = weightShared(words(at), place.known.wordsAt(place.line));
  // A place that shares no words may belong to an inlined call.
  if (own === 0) return null;
  return weightShared(words(at), place.known.wordsAt(found.line)) >= own + 1 ? found : null;
}

function isSoonAfter(line: number, other: number): boolean {
  return line > other && line - other <= MAX_REPEATED;
}

function placeBefore(places: PrintedCode['places'], at: number): Place | null {
  for (let before = at - 1; before >= 0; before -= 1) {
    const place = places[before];
    if (place) return place;
  }
  return null;
}

/** The greatest distance to a line that shares only numbers. */
const MAX_FOR_NUMBERS = 3;

/** How many lines ahead to search for a statement that calls an inlined function. */
const MAX_FORWARD = 8;

function nextExplaining(
  { known, line, to }: DeclaredLines,
  words: Words,
  near: number,
  index: DeclarationIndex,
): Placed | null {
  const end = Math.min(to, near + MAX_FORWARD);
  for (let next = Math.max(near, line + 1); next <= end; next += 1) {
    if (index.explains(known, next, words)) return { kind: 'line', place: { known, line: next } };
  }
  return null;
}

/** How many lines ahead to search for the next line with a different place. */
const MAX_AHEAD = 8;

/** The first statement of an inlined function carries the previous place; the next has its own. */
function placeInlined(
  { places }: PrintedCode,
  at: number,
  index: DeclarationIndex,
  words: Words,
): Placed | null {
  for (let next = at + 1; next <= at + MAX_AHEAD; next += 1) {
    const place = places[next];
    if (!place || isSame(place, places[at])) continue;
    const inlined = index.functionAt(place.known, place.line);
    const found = inlined && nearestSharing(inlined, words, place.line);
    return found ? { kind: 'line', place: found } : null;
  }
  return null;
}

/** Lines without words follow the next line that has the same printed place. */
function moveWordless(
  { places, words }: PrintedCode,
  { from, to }: CodeFunction,
  placed: (Placed | null)[],
): void {
  let next = -1;
  for (let at = to - 1; at >= from - 1; at -= 1) {
    const place = places[at];
    if (!place) continue;
    if (words(at).size > 0) next = at;
    else if (next >= 0 && isSame(place, places[next])) placed[at] = placed[next] ?? null;
  }
}

function isSame(place: Place, other: Place | null | undefined): boolean {
  return other?.known === place.known && other.line === place.line;
}

/**
 * Finds the source declaration of a code function: among the declarations with its name or a part
 * of it, such as `center` for `Rectangle_center_get`, the one that most of its lines come from.
 * GLSL entry points have no name of their own; their header's place identifies them. Null if the
 * lines come from no function, and for derivatives of the compiler's own functions.
 */
function sourceFunction(
  { places }: PrintedCode,
  { name, from, to }: CodeFunction,
  index: DeclarationIndex,
): DeclaredLines | null {
  const votes = new Map<DeclaredLines, number>();
  for (let at = from - 1; at < to; at += 1) {
    const place = places[at];
    const declared = place && index.functionAt(place.known, place.line);
    if (declared) votes.set(declared, (votes.get(declared) ?? 0) + 1);
  }
  for (const part of partsOf(name)) {
    const declared = mostVoted(index.named(part), votes, places.slice(from - 1, to));
    if (declared) return declared;
  }
  if (isDerivative(name)) return null;
  const header = places.slice(from - 1, to).find((place) => place !== null);
  const begun = header ? index.functionAt(header.known, header.line) : null;
  return begun && begun.line === header?.line ? begun : mostVoted([...votes.keys()], votes, []);
}

function partsOf(name: string): string[] {
  const lambda = /^lambda in (\w+)$/.exec(name)?.[1];
  if (lambda !== undefined) return [lambda];
  return [name, ...name.split(/[._]/).toReversed()].flatMap((part) => {
    if (part.startsWith('operator')) return ['operator'];
    return part === '' ? [] : [part];
  });
}

function mostVoted(
  declarations: readonly DeclaredLines[],
  votes: ReadonlyMap<DeclaredLines, number>,
  places: PrintedCode['places'],
): DeclaredLines | null {
  let best: DeclaredLines | null = null;
  let most = 0;
  for (const each of declarations) {
    const inside = places.filter(
      (place) => place?.known === each.known && each.from <= place.line && place.line <= each.to,
    ).length;
    const count = Math.max(votes.get(each) ?? 0, inside);
    if (count > most) {
      most = count;
      best = each;
    }
  }
  return best;
}
