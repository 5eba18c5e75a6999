import type { LineOrigin, SourceFile } from '#program/lineMap/lineMap.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { LineIndex } from './lineIndex.ts';

/** A line in one of the two editors, one-based. Those of the source are lines that were compiled. */
export type LinePlace =
  | { readonly side: 'code'; readonly line: number }
  /** `path` as in the compiler's messages, such as `/user.slang`. */
  | { readonly side: 'source'; readonly path: string; readonly line: number };

/** What belongs to a line. */
export interface Links {
  readonly place: LinePlace;
  /** Lines of target code, in their order. */
  readonly code: readonly number[];
  /** Lines of a file of the project; null if the code comes from elsewhere. */
  readonly source: { readonly path: string; readonly lines: readonly number[] } | null;
  /** Where the lines of code come from. */
  readonly origin: LineOrigin;
  readonly file: SourceFile;
  readonly isApproximate: boolean;
}

/** Null if nothing belongs to the line. */
export function linkedTo(index: LineIndex, place: LinePlace): Links | null {
  switch (place.side) {
    case 'code':
      return ofCode(index, place.line);
    case 'source':
      return ofSource(index, place.path, place.line);
    default:
      return assertNever(place);
  }
}

function ofCode(index: LineIndex, line: number): Links | null {
  const origin = index.map.origins[line - 1];
  const file = origin && index.map.files[origin.file];
  if (!origin || !file) return null;
  const lines = linesOf(origin);
  return {
    place: { side: 'code', line },
    code: index.siblings(origin),
    source: file.kind === 'project' ? { path: file.path, lines } : null,
    ...{ origin, file },
    isApproximate: origin.kind === 'function',
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
    source: { path, lines: [line] },
    origin: { kind: 'line', file: number, line },
    isApproximate: exact.length === 0,
  };
}

function linesOf(origin: LineOrigin): number[] {
  if (origin.kind === 'line') return [origin.line];
  return Array.from({ length: origin.to - origin.from + 1 }, (_, index) => origin.from + index);
}
