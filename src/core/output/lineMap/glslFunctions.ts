import type { ModuleFacts, SpirvFunction } from '#core/output/spirv/readSpirv.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { namesOf } from './codeFunctions.ts';
import { countShared, type Words, withoutSuffix, wordsOfCode } from './codeWords.ts';
import { indexDeclarations } from './declaredLines.ts';
import { createFolding } from './foldedLines.ts';
import {
  type KnownTexts,
  type LineMap,
  type LineOrigin,
  type MainOrigins,
  type OutputCode,
  PART_SIZE,
  type SourceFile,
} from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import type { FindFolded, PlacedCode } from './placedCode.ts';
import { type KnownFile, type Place, readKnownFiles, shareFiles } from './printedFiles.ts';
import type { Clue } from './spirvClues.ts';

/** A SPIR-V name as the compiler writes it in GLSL, without the numeric suffix. */
export function glslName(name: string): string {
  const escaped = name.replace(/[^\w.]/g, (each) =>
    each === '/' ? '' : `x${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return withoutSuffix(escaped.replace(/\./g, '_').replace(/__+/g, '_'));
}

export interface NamedFunction {
  readonly body: SpirvFunction;
  readonly name: string;
  /** The clues of each instruction of the body. */
  readonly clues: readonly (readonly Clue[])[];
}

/** Among functions of the same name, the one whose parameters and words match best. */
export function choosePartner(
  { body, clues }: NamedFunction,
  candidates: readonly GlslFunction[],
  facts: ModuleFacts,
): GlslFunction | null {
  if (candidates.length < 2) return candidates[0] ?? null;
  const words = new Set(clues.flatMap((each) => each.map(({ word }) => word)));
  const types = facts
    .parametersOf(body.instructions[0]?.operands[2] ?? '')
    .map((type) => glslType(facts.pointee(type)));
  let best: GlslFunction | null = null;
  let most = -1;
  for (const candidate of candidates) {
    const shared = countShared(candidate.words, words) / Math.max(1, candidate.words.size);
    const same = candidate.parameters.filter((type, at) => type === types[at]).length;
    const isLong = candidate.parameters.length === types.length;
    const score = shared + (isLong ? 1 : 0) + same / Math.max(1, types.length);
    if (score > most) {
      best = candidate;
      most = score;
    }
  }
  return best;
}

const PREFIXES: Readonly<Record<string, string>> = { float: '', int: 'i', uint: 'u', bool: 'b' };

/** `vec2` for `%v2float`; for a struct, the name without its number. */
function glslType(id: string): string {
  const [, size, scalar = ''] = /^%v(\d)(float|int|uint|bool)$/.exec(id) ?? [];
  if (size !== undefined) return `${ownValue(PREFIXES, scalar)}vec${size}`;
  return glslName(id.slice(1));
}

export interface GlslFunction {
  /** The name without the compiler's number; `main` for entry points. */
  readonly name: string;
  readonly parameters: readonly string[];
  readonly header: LineOrigin | null;
  /** Origins of the lines of the body, without those that have none. */
  readonly origins: readonly LineOrigin[];
  readonly words: Words;
}

interface GlslCode {
  readonly functions: readonly GlslFunction[];
  /** Origins of global variables and structs, by name. */
  readonly globals: ReadonlyMap<string, LineOrigin>;
}

const HEADER = /^[^(]*?\b(\w+)\((.*)\)$/;
const GLOBAL = /^(?:struct |.*?[\s}])(\w+?)_\d+(?:\[[^[\]]*\])*(?:\s*=.*)?;?$/;

/**
 * Reads the functions and globals of GLSL with their origins.
 *
 * @param files receives the files that it lacks; origins refer to it by index
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

/** The source lines that parts of each line of code come from. */
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

/** The origin of a one-based line. */
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

/** An entry point's layout qualifiers look like calls. */
function headerAt(lines: readonly string[], line: number): string {
  const text = (lines[line - 1] ?? '').trim();
  return text.startsWith('layout') ? '' : text;
}

/** `vec2` for `inout vec2 place_0`; `float` for `const float values_0[4]`. */
function typeOf(parameter: string): string {
  const [type = ''] = parameter.replace(/^(?:(?:in|out|inout|const)\s+)*/, '').split(/[\s[]/);
  return withoutSuffix(type);
}

/**
 * Extends a map that has one origin per line: adds the other source lines that a line of code comes
 * from, and origins for some lines without one.
 */
export function addParts(
  map: MainOrigins,
  texts: KnownTexts,
  createFind: (code: PlacedCode) => FindFolded,
): LineMap {
  const known = readKnownFiles(texts);
  const { functions } = map;
  const hasFunction = namesOf(functions);
  const numbers = numberFiles(map.files, known.files);
  const placeAt = (at: number): Place | null => {
    const origin = map.origins[at];
    const file = origin?.kind === 'line' ? numbers.fileAt(origin.file) : undefined;
    return file && origin?.kind === 'line' ? { known: file, line: origin.line } : null;
  };
  const index = indexDeclarations(known, hasFunction);
  const findFolded = createFind({ functions, index, hasFunction, placeAt });
  const origins = [...map.origins];
  const parts: number[] = [];
  for (const [at, origin] of map.origins.entries()) {
    const isOfCore = origin && map.files[origin.file]?.kind === 'core';
    const found = isOfCore ? null : findFolded(at);
    if (!found) continue;
    origins[at] = { kind: 'line', file: numbers.of(found.main.known), line: found.main.line };
    for (const place of found.places.length > 1 ? found.places : []) {
      const file = numbers.of(place.known);
      const ranges = found.parts.filter(
        (part) => part.place.known === place.known && part.place.line === place.line,
      );
      if (ranges.length === 0) parts.push(at + 1, 0, 0, file, place.line, 0, 0);
      for (const { code, source } of ranges) {
        parts.push(at + 1, code.from, code.to, file, place.line, source.from, source.to);
      }
    }
  }
  return { files: numbers.files, origins, functions, parts: Int32Array.from(parts) };
}

/** Numbers files, continuing after those of the map. */
function numberFiles(files: readonly SourceFile[], known: readonly KnownFile[]) {
  const all = [...files];
  const byKey = new Map(known.map((each) => [keyOf(each.file), each]));
  const numbers = new Map(files.map((file, number) => [keyOf(file), number]));
  const byNumber = files.map((file) => byKey.get(keyOf(file)));
  return {
    files: all,
    fileAt: (number: number) => byNumber[number],
    of({ file }: KnownFile): number {
      const number = numbers.get(keyOf(file)) ?? all.push(file) - 1;
      numbers.set(keyOf(file), number);
      return number;
    },
  };
}

function keyOf(file: SourceFile): string {
  return file.kind === 'project' ? `project ${file.path}` : `${file.kind} ${file.name}`;
}
