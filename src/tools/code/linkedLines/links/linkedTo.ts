import type {
  CodeFunction,
  LineMap,
  LineOrigin,
  SourceFile,
} from '#core/output/lineMap/lineMap.ts';
import type { FunctionLines } from '#core/source/declarations.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { Columns, LineIndex, LinePart } from './lineIndex.ts';

/**
 * A line in one of the two editors, one-based. Source lines are numbered as in the compiled text.
 * The column is zero-based; null for the whole line.
 */
export type LinePlace =
  | { readonly side: 'code'; readonly line: number; readonly column?: number | null }
  /** `path` is as in the compiler's messages, such as `/user.slang`. */
  | { readonly side: 'source'; readonly path: string; readonly line: number };

export interface LinkedRange extends Columns {
  readonly line: number;
  /** Whether the part belongs to what the pointer is on. */
  readonly isPointed: boolean;
}

interface LinkedSource {
  readonly path: string;
  readonly lines: readonly number[];
  readonly ranges: readonly LinkedRange[];
}

export interface Links {
  readonly place: LinePlace;
  /** Lines of target code, in order. */
  readonly code: readonly number[];
  /** Parts of these lines, where known. */
  readonly codeRanges: readonly LinkedRange[];
  /** One entry for each of the project's files that the code comes from. */
  readonly sources: readonly LinkedSource[];
  /** The main origin of the lines of code. */
  readonly origin: LineOrigin;
  readonly file: SourceFile;
  readonly isApproximate: boolean;
}

/** Null if nothing is linked with the line. */
export function linkedTo(index: LineIndex, place: LinePlace): Links | null {
  switch (place.side) {
    case 'code':
      return ofCode(index, place.line, place.column ?? null);
    case 'source':
      return ofSource(index, place.path, place.line);
    default:
      return assertNever(place);
  }
}

export function sourceIn({ sources }: Links, path: string | null): LinkedSource | null {
  return sources.find((source) => source.path === path) ?? null;
}

function ofCode(index: LineIndex, line: number, column: number | null): Links | null {
  const { origins, files } = index.map;
  const main = origins[line - 1];
  if (!main) return null;
  const parts = index.partsOfCode(line);
  const pointed = parts.find(({ codeColumns }) => isIn(codeColumns, column));
  const isPointed = (part: LinePart) => pointed !== undefined && isSamePlace(part, pointed);
  const origin: LineOrigin = pointed
    ? { kind: 'line', file: pointed.file, line: pointed.line }
    : main;
  const file = files[origin.file];
  if (!file) return null;
  const sources = files.flatMap((each, number): LinkedSource[] => {
    if (each.kind !== 'project') return [];
    const ofFile = parts.filter((part) => part.file === number);
    const lines = [
      ...(main.file === number ? linesOf(main) : []),
      ...ofFile.map((part) => part.line),
    ];
    if (lines.length === 0) return [];
    const ranges = ofFile.flatMap((part) => rangeOf(part.line, part.columns, isPointed(part)));
    return [{ path: each.path, lines: inOrder(lines), ranges }];
  });
  return {
    place: { side: 'code', line, column },
    code: inOrder([...index.siblings(main), line]),
    codeRanges: parts.flatMap((part) => rangeOf(line, part.codeColumns, isPointed(part))),
    ...{ sources, origin, file },
    isApproximate: main.kind === 'function',
  };
}

function ofSource(index: LineIndex, path: string, line: number): Links | null {
  const { files } = index.map;
  const number = files.findIndex((file) => file.kind === 'project' && file.path === path);
  const file = files[number];
  if (!file) return null;
  const exact = index.exact(number, line);
  const code = exact.length > 0 ? exact : index.approximate(number, line);
  if (code.length === 0) return null;
  return {
    place: { side: 'source', path, line },
    ...{ code, file },
    codeRanges: index
      .partsOfSource(number, line)
      .flatMap((part) => rangeOf(part.code, part.codeColumns, true)),
    sources: [{ path, lines: [line], ranges: [] }],
    origin: { kind: 'line', file: number, line },
    isApproximate: exact.length === 0,
  };
}

export function isIn(columns: Columns | null, column: number | null): boolean {
  return columns !== null && column !== null && columns.from <= column && column < columns.to;
}

function isSamePlace(one: LinePart, other: LinePart): boolean {
  return one.file === other.file && one.line === other.line;
}

function rangeOf(line: number, columns: Columns | null, isPointed: boolean): LinkedRange[] {
  return columns ? [{ line, ...columns, isPointed }] : [];
}

function inOrder(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((one, other) => one - other);
}

function linesOf(origin: LineOrigin): number[] {
  if (origin.kind === 'line') return [origin.line];
  return Array.from({ length: origin.to - origin.from + 1 }, (_, index) => origin.from + index);
}

type FunctionsByPath = Readonly<Record<string, readonly FunctionLines[]>>;

export interface Stripes {
  /** The functions' names, ordered by file. */
  readonly names: readonly string[];
  /** By line of code: the function's index plus one; 0 for none. */
  readonly code: Uint16Array;
  /** The same, by compiled line of each file. */
  readonly source: Readonly<Record<string, Uint16Array>>;
}

/**
 * Numbers the source's functions, and assigns each line of code to the function that it comes from.
 */
export function stripesOf(map: LineMap, functions: FunctionsByPath): Stripes {
  const names: string[] = [];
  const stripesByPath = new Map<string, Uint16Array>();
  for (const [path, list] of Object.entries(functions)) {
    const last = list.reduce((line, { to }) => Math.max(line, to), 0);
    const stripes = new Uint16Array(last + 1);
    for (const { name, from, to } of list) stripes.fill(names.push(name), from, to + 1);
    stripesByPath.set(path, stripes);
  }
  const code = new Uint16Array(map.origins.length + 1);
  const stripeOf = (origin: LineOrigin | null | undefined) => {
    const file = origin && map.files[origin.file];
    if (!origin || file?.kind !== 'project') return 0;
    return stripesByPath.get(file.path)?.[origin.kind === 'line' ? origin.line : origin.from] ?? 0;
  };
  map.origins.forEach((origin, index) => {
    code[index + 1] = stripeOf(origin);
  });
  for (const each of map.functions) fillGaps(code, each, map);
  return { names, code, source: Object.fromEntries(stripesByPath) };
}

/** Braces and directives inside a function belong to the function of the preceding line. */
function fillGaps(code: Uint16Array, { from, to }: CodeFunction, { origins }: LineMap): void {
  let last = 0;
  for (let line = from; line <= to; line += 1) {
    if (origins[line - 1]) last = code[line] ?? 0;
    else code[line] = last;
  }
}
