import { ownValue } from '#core/util/ownValue.ts';
import { wordsOfSource } from './codeWords.ts';
import type { KnownTexts, LineOrigin, SourceFile } from './lineMap.ts';

/** The source texts of the code, read lazily. */
export type Sources = ReturnType<typeof readSources>;

interface Text {
  readonly lines: readonly string[];
  readonly constants: ConstantClues;
  readonly clues: Map<number, SourceClues>;
}

/** @param files the files that origins refer to by index */
export function readSources(files: readonly SourceFile[], texts: KnownTexts) {
  const known = new Map<number, Text>();
  const textAt = (file: number): Text => {
    const found = known.get(file) ?? readText(files[file], texts);
    known.set(file, found);
    return found;
  };
  return {
    /** Empty for a line without text. */
    cluesAt(file: number, line: number): SourceClues {
      const { lines, constants, clues } = textAt(file);
      const found = clues.get(line) ?? cluesOfSource(lines[line - 1] ?? '', constants);
      clues.set(line, found);
      return found;
    },
    /** The line that closes the block that a line opens; null if it opens none. */
    endOf: (file: number, line: number): number | null => closingLine(textAt(file).lines, line),
    /** The line at or near an origin that contains a name; null if there is none. */
    declarationNear(name: string, origin: LineOrigin): LineOrigin | null {
      if (origin.kind !== 'line') return null;
      const { lines } = textAt(origin.file);
      const word = wordPattern(name, '');
      for (const step of NEAR) {
        const line = origin.line + step;
        if (word.test(lines[line - 1] ?? '')) return { ...origin, line };
      }
      return null;
    },
    /** The header of the named function around a line; null if there is none. */
    headerAbove(name: string, origin: LineOrigin): LineOrigin | null {
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

/** How many lines above a place to search for its function's header. */
const MAX_ABOVE = 40;

/** Offsets in search order: attributes and layouts may be above the declaration, or below. */
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

/** The most lines of a header before its opening brace. */
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

/** What a source line implies about its instructions. */
type SourceClues = ReadonlySet<string>;

/** The numbers in a constant's value, by the constant's name. */
type ConstantClues = ReadonlyMap<string, readonly string[]>;

const CONSTANT = /^\s*(?:\w+\s+){0,8}?const\s+(?:\w+\s+){0,8}?(\w+)\s*=\s*([^;\s][^;]*);/;
const ASSIGNED =
  /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)(?:\.\w+|\[[^[\]]*\]){0,8}\s*[-+*/%&|^]?=(?![=>])/gu;
const TYPE = /\b(?:float|half|u?int|bool)[234]?\b/g;

/** Words of the source that instructions spell differently. */
const SAME: Readonly<Record<string, string>> = { saturate: 'clamp', mad: 'fma', uint2: 'int2' };

/** Finds the constants of a file. SPIR-V does not keep their names. */
export function constantsIn(lines: readonly string[]): ConstantClues {
  const constants = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = CONSTANT.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    constants.set(
      name,
      [...wordsOfSource(value)].filter((word) => word.startsWith('#')),
    );
  }
  return constants;
}

export function cluesOfSource(line: string, constants: ConstantClues): SourceClues {
  const text = line.replace(/"(?:[^"\\]|\\.)*"/g, ' ').replace(/\/\/.*/, '');
  const words = wordsOfSource(text);
  const clues = new Set<string>();
  for (const word of words) {
    clues.add(word);
    for (const number of constants.get(word) ?? []) clues.add(number);
    clues.add(ownValue(SAME, word) ?? word);
  }
  for (const [, name] of text.matchAll(ASSIGNED)) clues.add(`set ${name}`);
  for (const [type] of text.matchAll(TYPE)) clues.add(`type ${type}`);
  for (const character of text.match(/[-+*/%<>!&|^~?]/g) ?? []) clues.add(`op ${character}`);
  if (/\+\+|--/.test(text)) clues.add('#1');
  if (/\b(?:for|while|do)\b/.test(text)) clues.add('loop');
  if (/\breturn\b|=>/.test(text)) clues.add('return');
  if (/\b(?:if|for|while|switch|case|select)\b|\?|&&|\|\|/.test(text)) clues.add('choice');
  return clues;
}
