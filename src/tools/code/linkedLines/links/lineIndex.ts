import { type LineMap, type LineOrigin, PART_SIZE } from '#core/output/lineMap/lineMap.ts';

/** Zero-based columns; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

/** A part of a line of code, and the source line that it comes from. Lines are one-based. */
export interface LinePart {
  readonly code: number;
  /** Null if the part's position in the line is unknown. */
  readonly codeColumns: Columns | null;
  readonly file: number;
  readonly line: number;
  readonly columns: Columns | null;
}

/** A line map and its inverse, from source lines to lines of target code. Lines are one-based. */
export type LineIndex = ReturnType<typeof indexLines>;

type FunctionOrigin = Extract<LineOrigin, { kind: 'function' }>;

interface FunctionLines {
  readonly origin: FunctionOrigin;
  readonly code: number[];
}

/**
 * By line of a file. One map per file, because maps with number keys are faster than with strings.
 */
type ByLine = readonly Map<number, number[]>[];

const NONE: readonly number[] = [];

/** Reads the map once, so that following the pointer needs only a few lookups. */
export function indexLines(map: LineMap) {
  const { parts } = map;
  const byLine: ByLine = map.files.map(() => new Map<number, number[]>());
  const byFunction = new Map<string, FunctionLines>();
  const main = map.files.map(() => new Map<number, number[]>());
  map.origins.forEach((origin, index) => {
    if (origin?.kind === 'line') {
      add(byLine, origin.file, origin.line, index + 1);
      add(main, origin.file, origin.line, index + 1);
    } else if (origin) {
      const key = functionKey(origin);
      const known = byFunction.get(key) ?? { origin, code: [] };
      known.code.push(index + 1);
      byFunction.set(key, known);
    }
  });
  /** Offsets in `parts` of the entries for each line of code, and for each line of source. */
  const ofCode = new Map<number, number>();
  const ofSource: ByLine = map.files.map(() => new Map<number, number[]>());
  for (let at = 0; at < parts.length; at += PART_SIZE) {
    const [code = 0, , , file = 0, line = 0] = parts.subarray(at, at + 5);
    if (!ofCode.has(code)) ofCode.set(code, at);
    add(ofSource, file, line, at);
    add(byLine, file, line, code);
  }
  for (const [file, lines] of ofSource.entries()) {
    for (const line of lines.keys()) {
      const code = new Set(byLine[file]?.get(line));
      byLine[file]?.set(
        line,
        [...code].sort((one, other) => one - other),
      );
    }
  }
  const functions = [...byFunction.values()];
  return {
    map,
    /** The lines of code that come from a line of a file, in order. */
    exact: (file: number, line: number): readonly number[] => byLine[file]?.get(line) ?? NONE,
    /** The lines of code whose origin is known only to be a function that contains the line. */
    approximate(file: number, line: number): readonly number[] {
      const around = functions.filter(({ origin }) => {
        return origin.file === file && origin.from <= line && line <= origin.to;
      });
      return around.flatMap(({ code }) => code).sort((one, other) => one - other);
    },
    siblings: (origin: LineOrigin): readonly number[] =>
      origin.kind === 'line'
        ? (main[origin.file]?.get(origin.line) ?? NONE)
        : (byFunction.get(functionKey(origin))?.code ?? NONE),
    /** The parts of a line of code that comes from several lines; empty for other lines. */
    partsOfCode(code: number): readonly LinePart[] {
      const found: LinePart[] = [];
      const start = ofCode.get(code) ?? parts.length;
      for (let at = start; parts[at] === code; at += PART_SIZE) found.push(partAt(parts, at));
      return found;
    },
    /** The parts, in such lines of code, that come from a line of a file. */
    partsOfSource: (file: number, line: number): readonly LinePart[] =>
      (ofSource[file]?.get(line) ?? NONE).map((at) => partAt(parts, at)),
  };
}

function add(index: ByLine, file: number, line: number, value: number): void {
  const ofFile = index[file];
  const known = ofFile?.get(line);
  if (!known) ofFile?.set(line, [value]);
  else known.push(value);
}

function partAt(parts: Int32Array, at: number): LinePart {
  const [code = 0, from = 0, to = 0, file = 0, line = 0, sourceFrom = 0, sourceTo = 0] =
    parts.subarray(at, at + PART_SIZE);
  const codeColumns = columnsOf(from, to);
  return { code, codeColumns, file, line, columns: columnsOf(sourceFrom, sourceTo) };
}

const columnsOf = (from: number, to: number): Columns | null => (to > from ? { from, to } : null);

const functionKey = ({ file, from, to }: FunctionOrigin) => `${file}:${from}:${to}`;
