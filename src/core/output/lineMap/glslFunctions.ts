import { addParts } from './addParts.ts';
import { type Words, wordsOfCode } from './codeWords.ts';
import { createFolding } from './foldedLines.ts';
import {
  type KnownTexts,
  type LineMap,
  type LineOrigin,
  type OutputCode,
  PART_SIZE,
  type SourceFile,
} from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import { shareFiles } from './shareFiles.ts';
import { withoutSuffix } from './sourceName.ts';

/** A function of GLSL. */
export interface GlslFunction {
  /** As the compiler writes it, without the number at its end; `main` for entry points. */
  readonly name: string;
  /** The types of its parameters. */
  readonly parameters: readonly string[];
  /** Of its header. */
  readonly header: LineOrigin | null;
  /** Of the lines of its body, without those that come from nowhere. */
  readonly origins: readonly LineOrigin[];
  readonly words: Words;
}

interface GlslCode {
  readonly functions: readonly GlslFunction[];
  /** Origins of global variables and structures by their names. */
  readonly globals: ReadonlyMap<string, LineOrigin>;
}

const HEADER = /^[^(]*?\b(\w+)\((.*)\)$/;
const GLOBAL = /^(?:struct |.*?[\s}])(\w+?)_\d+(?:\[[^[\]]*\])*(?:\s*=.*)?;?$/;

/**
 * Reads GLSL with what its lines come from.
 *
 * @param files gets the files that it lacks; origins number them so
 */
export function readGlsl(output: OutputCode, files: SourceFile[], texts: KnownTexts): GlslCode {
  const lines = output.code.split('\n');
  const map = shareFiles(
    addParts(mapDirectives(output.code, texts), texts, (code) => createFolding(output.code, code)),
    files,
  );
  const parts = partsByLine(map);
  const originAt: OriginAt = (line) => map.origins[line - 1] ?? null;
  const globals = new Map<string, LineOrigin>();
  const inFunction = new Set<number>();
  const functions: GlslFunction[] = [];
  for (const { from, to } of map.functions) {
    for (let line = from; line <= to; line += 1) inFunction.add(line);
    const read = readFunction(lines, { from, to }, originAt, parts);
    if (read) functions.push(read);
  }
  for (const [index, line] of lines.entries()) {
    if (inFunction.has(index + 1) || line.startsWith(' ')) continue;
    const name = GLOBAL.exec(line)?.[1];
    const origin = originAt(index + 1);
    if (name !== undefined && origin) globals.set(name, origin);
  }
  return { functions, globals };
}

/** The lines that parts of lines of code come from. */
function partsByLine({ parts }: LineMap): ReadonlyMap<number, readonly LineOrigin[]> {
  const origins = new Map<number, LineOrigin[]>();
  for (let at = 0; at < parts.length; at += PART_SIZE) {
    const [code = 0, , , file = 0, line = 0] = parts.subarray(at, at + PART_SIZE);
    const known = origins.get(code) ?? [];
    origins.set(code, known);
    known.push({ kind: 'line', file, line });
  }
  return origins;
}

/** Of a one-based line. */
type OriginAt = (line: number) => LineOrigin | null;

function readFunction(
  lines: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  originAt: OriginAt,
  parts: ReadonlyMap<number, readonly LineOrigin[]>,
): GlslFunction | null {
  let at = from;
  while (at <= to && !HEADER.test(headerAt(lines, at))) at += 1;
  const [, name, list = ''] = HEADER.exec(headerAt(lines, at)) ?? [];
  if (name === undefined) return null;
  const origins: LineOrigin[] = [];
  const words = new Set<string>();
  for (let line = at + 1; line <= to; line += 1) {
    const text = (lines[line - 1] ?? '').trim();
    if (/^[{}]?$/.test(text) || text.startsWith('#')) continue;
    for (const word of wordsOfCode(text)) words.add(word);
    const origin = originAt(line);
    if (origin) origins.push(origin, ...(parts.get(line) ?? []));
  }
  const parameters = list === '' ? [] : list.split(/,\s*/).map(typeOf);
  return { name: withoutSuffix(name), parameters, header: originAt(at), origins, words };
}

/** Layouts of an entry point look like calls. */
function headerAt(lines: readonly string[], line: number): string {
  const text = (lines[line - 1] ?? '').trim();
  return text.startsWith('layout') ? '' : text;
}

/** `vec2` of `inout vec2 place_0`; `float` of `const float values_0[4]`. */
function typeOf(parameter: string): string {
  const [type = ''] = parameter.replace(/^(?:(?:in|out|inout|const)\s+)*/, '').split(/[\s[]/);
  return withoutSuffix(type);
}
