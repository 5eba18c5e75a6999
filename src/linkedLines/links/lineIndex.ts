import type { LineMap, LineOrigin } from '#program/lineMap/lineMap.ts';

/** A line map, and its inverse: from a source line to lines of target code, all one-based. */
export interface LineIndex {
  readonly map: LineMap;
  /** The lines of code that come from a line of a file, in their order. */
  exact(file: number, line: number): readonly number[];
  /** The lines of code that come from somewhere in functions that the line is in. */
  approximate(file: number, line: number): readonly number[];
  /** All lines of code with the same origin. */
  siblings(origin: LineOrigin): readonly number[];
}

type FunctionOrigin = Extract<LineOrigin, { kind: 'function' }>;

interface FunctionLines {
  readonly origin: FunctionOrigin;
  readonly code: number[];
}

const NONE: readonly number[] = [];

/** Reads the map once, so that following the pointer reads a few entries only. */
export function indexLines(map: LineMap): LineIndex {
  // One map per file, because maps of numbers are faster than those of strings.
  const byLine = map.files.map(() => new Map<number, number[]>());
  const byFunction = new Map<string, FunctionLines>();
  map.origins.forEach((origin, index) => {
    if (origin?.kind === 'line') {
      const ofFile = byLine[origin.file];
      const known = ofFile?.get(origin.line);
      if (known) known.push(index + 1);
      else ofFile?.set(origin.line, [index + 1]);
    } else if (origin) {
      const key = functionKey(origin);
      const known = byFunction.get(key) ?? { origin, code: [] };
      known.code.push(index + 1);
      byFunction.set(key, known);
    }
  });
  const functions = [...byFunction.values()];
  const exact = (file: number, line: number) => byLine[file]?.get(line) ?? NONE;
  return {
    ...{ map, exact },
    approximate(file, line) {
      const around = functions.filter(({ origin }) => {
        return origin.file === file && origin.from <= line && line <= origin.to;
      });
      return around.flatMap(({ code }) => code).sort((one, other) => one - other);
    },
    siblings: (origin) =>
      origin.kind === 'line'
        ? exact(origin.file, origin.line)
        : (byFunction.get(functionKey(origin))?.code ?? NONE),
  };
}

const functionKey = ({ file, from, to }: FunctionOrigin) => `${file}:${from}:${to}`;
