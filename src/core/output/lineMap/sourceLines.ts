import { ownValue } from '#core/util/ownValue.ts';
import type { KnownTexts, LineOrigin, SourceFile } from './lineMap.ts';
import { type ConstantClues, cluesOfSource, constantsIn, type SourceClues } from './sourceClues.ts';

/** The texts that code comes from, read as far as they are needed. */
export interface Sources {
  /** Empty for a line without a text. */
  cluesAt(file: number, line: number): SourceClues;
  /** The closing brace of what a line begins; null if it begins nothing. */
  endOf(file: number, line: number): number | null;
  /** The line at or near an origin that has a name; null if there is none. */
  declarationNear(name: string, origin: LineOrigin): LineOrigin | null;
  /** The header of the function with a name that a line is in; null if there is none. */
  headerAbove(name: string, origin: LineOrigin): LineOrigin | null;
}

interface Text {
  readonly lines: readonly string[];
  readonly constants: ConstantClues;
  readonly clues: Map<number, SourceClues>;
}

/** @param files of which the numbers in origins are indices */
export function readSources(files: readonly SourceFile[], texts: KnownTexts): Sources {
  const known = new Map<number, Text>();
  const textAt = (file: number): Text => {
    const found = known.get(file) ?? readText(files[file], texts);
    known.set(file, found);
    return found;
  };
  return {
    cluesAt(file, line) {
      const { lines, constants, clues } = textAt(file);
      const found = clues.get(line) ?? cluesOfSource(lines[line - 1] ?? '', constants);
      clues.set(line, found);
      return found;
    },
    endOf: (file, line) => closingLine(textAt(file).lines, line),
    declarationNear(name, origin) {
      if (origin.kind !== 'line') return null;
      const { lines } = textAt(origin.file);
      const word = wordPattern(name, '');
      for (const step of NEAR) {
        const line = origin.line + step;
        if (word.test(lines[line - 1] ?? '')) return { ...origin, line };
      }
      return null;
    },
    headerAbove(name, origin) {
      if (origin.kind !== 'line') return null;
      const { lines } = textAt(origin.file);
      const word = wordPattern(name, '\\s*[<(]');
      for (let line = origin.line; line > Math.max(0, origin.line - MAX_ABOVE); line -= 1) {
        const end = word.test(lines[line - 1] ?? '') ? closingLine(lines, line) : null;
        if (end !== null && end >= origin.line) return { ...origin, line };
      }
      return null;
    },
  };
}

/** How many lines above a place its function's header is looked for. */
const MAX_ABOVE = 40;

/** In this order: attributes and layouts are above a declaration, or below. */
const NEAR = [0, 1, 2, 3, 4, -1, -2];

function wordPattern(name: string, after: string): RegExp {
  return new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)${after}`);
}

function readText(file: SourceFile | undefined, { sources, libraries }: KnownTexts): Text {
  const lines = (textOf(file, sources, libraries) ?? '').split(/\r\n|\r|\n/);
  return { lines, constants: constantsIn(lines), clues: new Map() };
}

function textOf(
  file: SourceFile | undefined,
  sources: KnownTexts['sources'],
  libraries: KnownTexts['libraries'],
): string | undefined {
  if (file?.kind === 'project') return ownValue(sources, file.path);
  return file?.kind === 'library' ? ownValue(libraries, file.name) : undefined;
}

/** The most lines of a header before its brace. */
const MAX_HEADER = 12;

function closingLine(lines: readonly string[], from: number): number | null {
  let depth = 0;
  for (let at = from; at <= lines.length; at += 1) {
    const text = (lines[at - 1] ?? '').replace(/\/\/.*|"(?:[^"\\]|\\.)*"/g, '');
    for (const character of text) {
      if (character === '{') depth += 1;
      else if (character === '}') depth -= 1;
      else if (character === ';' && depth === 0) return null;
      if (character === '}' && depth <= 0) return depth === 0 ? at : null;
    }
    if (depth === 0 && at - from >= MAX_HEADER) return null;
  }
  return null;
}
