import type { LineOrigin, SourceFile } from '#core/output/lineMap/lineMap.ts';
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
