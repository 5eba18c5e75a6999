import {
  type ModuleFacts,
  readFacts,
  readSpirv,
  type SpirvModule,
  unquote,
} from '#core/output/spirv/readSpirv.ts';
import { headerLine, spirvFunctions } from './codeFunctions.ts';
import { createCallFinder, readScopes } from './codeScopes.ts';
import { isPlainNumber, type Words } from './codeWords.ts';
import { declarationsIn } from './declaredLines.ts';
import { createFolding } from './foldedLines.ts';
import {
  addParts,
  choosePartner,
  type GlslFunction,
  glslName,
  type NamedFunction,
  readGlsl,
} from './glslFunctions.ts';
import {
  type CodeFunction,
  type KnownTexts,
  type LineMap,
  type LineOrigin,
  type MainOrigins,
  type MapRequest,
  type OutputCode,
  PART_SIZE,
  type SourceFile,
} from './lineMap.ts';
import { mapDirectives } from './mapDirectives.ts';
import { mapWgsl } from './mapWgsl.ts';
import { type CodeMember, placeOfMember } from './placeDeclarations.ts';
import type { Columns, FindFolded, PlacedCode } from './placedCode.ts';
import { placeInstructions } from './placeInstructions.ts';
import { type KnownFile, type Place, readKnownFiles } from './printedFiles.ts';
import { readSources, type Sources } from './sourceLines.ts';
import { cluesOf } from './spirvClues.ts';

export function mapLines({ output, relatives, ...texts }: MapRequest): LineMap {
  const withParts = (map: MainOrigins) => {
    const found = attributesInCode(output.code.split('\n'), map.functions);
    const parts = addParts(map, texts, (code) => createFolding(output.code, code));
    return addAttributes(parts, texts, found);
  };
  switch (output.target) {
    case 'WGSL':
      return withParts(mapWgsl(output.code, relatives, texts));
    case 'SPIRV':
      return mapSpirv(output.code, relatives, texts);
    default:
      return withParts(mapDirectives(output.code, texts));
  }
}

type Origins = (LineOrigin | null)[];

/**
 * Maps SPIR-V text, which has no `#line` directives. The GLSL of the same program tells which
 * source lines each function comes from. Among these, each instruction is assigned, in source
 * order, to the line that has its names and numbers or, if that is uncertain, to the whole
 * function.
 */
export function mapSpirv(code: string, glsl: readonly OutputCode[], texts: KnownTexts): LineMap {
  const files: SourceFile[] = [];
  const read = glsl.map((each) => readGlsl(each, files, texts));
  const sources = readSources(files, texts);
  const module = readSpirv(code);
  const origins: Origins = code.split('\n').map(() => null);
  const globals = new Map(read.flatMap((each) => [...each.globals]));
  mapGlobals(module, globals, sources, origins);
  const facts = readFacts(module);
  const context = { facts, names: module.names, ofIds: new Map() };
  const find = partnerFinder(
    module,
    read.flatMap(({ functions }) => functions),
    sources,
    facts,
  );
  for (const body of module.functions) {
    const name = module.names.get(body.id) ?? body.id.slice(1);
    const named = { body, name, clues: cluesOf(body, context) };
    const partner = find(named);
    if (partner) placeInstructions(named, { partner, sources, names: module.names }, origins);
  }
  const map = { files, origins, functions: spirvFunctions(module) };
  const lines = code.split('\n');
  const members = membersByLine(module);
  const withParts = addParts(map, texts, (placed) => {
    const words = numbersByLine(module, facts);
    return createInstructionFolding({ lines, words, members }, placed);
  });
  return addAttributes(withParts, texts, attributesInSpirv(module));
}

function membersByLine({ declarations, names }: SpirvModule): ReadonlyMap<number, CodeMember> {
  const members = new Map<number, CodeMember>();
  for (const { op, operands, line } of declarations) {
    const [id = '', , name] = operands;
    const struct = names.get(id);
    if (op !== 'OpMemberName' || struct === undefined || name === undefined) continue;
    members.set(line, { struct, name: unquote(name) });
  }
  return members;
}

/** The numbers on each line, including those of the constants that it refers to. */
function numbersByLine(
  { declarations, functions }: SpirvModule,
  facts: ModuleFacts,
): (at: number) => Words {
  const numbers = new Map<number, Set<string>>();
  const add = (line: number, ids: readonly string[]) => {
    const all = ids.flatMap((id) => (id.startsWith('%') ? facts.numbersOf(id) : []));
    if (all.length > 0) numbers.set(line, new Set(all.map((each) => `#${Math.fround(each)}`)));
  };
  for (const { op, result, line } of declarations) {
    if (result !== null && op.includes('Constant')) add(line, [result]);
  }
  for (const { instructions } of functions) {
    for (const { operands, line } of instructions) add(line, operands);
  }
  return (at) => numbers.get(at + 1) ?? NONE;
}

const NONE: Words = new Set();

/** Global variables and structs come from the lines that declare them. */
function mapGlobals(
  { declarations, names }: SpirvModule,
  globals: ReadonlyMap<string, LineOrigin>,
  sources: Sources,
  origins: Origins,
): void {
  for (const { op, result, line } of declarations) {
    if (result === null || (op !== 'OpVariable' && op !== 'OpTypeStruct')) continue;
    const name = names.get(result)?.replace(/_std\d+$/, '');
    const origin = name === undefined ? undefined : globals.get(glslName(name));
    if (name !== undefined && origin) origins[line - 1] = sources.declarationNear(name, origin);
  }
}

type FindPartner = (named: NamedFunction) => GlslFunction | null;

function partnerFinder(
  { declarations }: SpirvModule,
  functions: readonly GlslFunction[],
  sources: Sources,
  facts: ModuleFacts,
): FindPartner {
  const byName = groupByName(functions);
  const entryPoints = new Set(
    declarations.filter(({ op }) => op === 'OpEntryPoint').map(({ operands }) => operands[1]),
  );
  return (named) => {
    if (!entryPoints.has(named.body.id)) {
      const found = choosePartner(named, byName.get(glslName(named.name)) ?? [], facts);
      return found && (withHeader(found, named.name, sources) ?? found);
    }
    // GLSL names every entry point `main`; the source does not.
    const mains = (byName.get('main') ?? []).flatMap(
      (main) => withHeader(main, named.name, sources) ?? [],
    );
    return choosePartner(named, mains, facts);
  };
}

/**
 * Sets the function's header to the source line with its name; null if there is none. GLSL's header
 * often points to another line.
 */
function withHeader(found: GlslFunction, name: string, sources: Sources): GlslFunction | null {
  const last = name.split('.').at(-1) ?? '';
  if (!/^\w+$/.test(last)) return null;
  const [first] = found.origins;
  const header =
    (found.header && sources.headerAbove(last, found.header)) ??
    (first && sources.headerAbove(last, first)) ??
    (found.header && sources.declarationNear(last, found.header));
  return header ? { ...found, header } : null;
}

function groupByName(functions: readonly GlslFunction[]): ReadonlyMap<string, GlslFunction[]> {
  const groups = new Map<string, GlslFunction[]>();
  for (const each of functions) {
    const group = groups.get(each.name);
    if (group) group.push(each);
    else groups.set(each.name, [each]);
  }
  return groups;
}

/** A number that occurs on more lines than this does not identify an instruction's line. */
const MAX_SAME_NUMBERS = 3;

/** A constant comes from all lines with its number, unless there are more than this. */
const MAX_USES = 16;

interface SpirvLines {
  readonly lines: readonly string[];
  /** The numbers on each line, including those of the constants that it refers to. */
  readonly words: (at: number) => Words;
  /** Keyed by one-based line. */
  readonly members: ReadonlyMap<number, CodeMember>;
}

/**
 * Finds the source lines of SPIR-V instructions by their numbers, and the calls of functions that
 * were inlined. An instruction does one thing, so it rarely comes from more than one line.
 *
 * The name of a struct member comes from the member's declaration.
 */
function createInstructionFolding(
  { lines, words, members }: SpirvLines,
  code: PlacedCode,
): FindFolded {
  const { index, placeAt } = code;
  const calls = createCallFinder(code);
  const scopes = readScopes(lines, words, code);
  return (at) => {
    const member = members.get(at + 1);
    if (member) {
      const main = placeOfMember(member, index);
      return main && { main, places: [main], parts: [] };
    }
    const place = placeAt(at);
    const scope = scopes.at(at);
    const most = scope ? MAX_SAME_NUMBERS : MAX_USES;
    const places: Place[] = place ? [place] : [];
    const add = (found: Place) => {
      if (!places.some(({ known, line }) => known === found.known && line === found.line)) {
        places.push(found);
      }
    };
    for (const word of words(at)) {
      if (isPlainNumber(word) || place?.known.wordsAt(place.line).has(word)) continue;
      const same = index.linesWith(word);
      if (same.length <= most) for (const each of same) add(each);
    }
    for (const each of scope ? [...places] : []) {
      if (!scope || !calls.isInlined(each, scope) || calls.hasCall(each, places)) continue;
      for (const call of calls.to(each, scope, scopes.near(at))) add(call);
    }
    const [main] = places;
    if (!main || (place && places.length === 1)) return null;
    return { main, places, parts: [] };
  };
}

/** Entry-point attributes that appear in the code. */
type AttributeName = 'shader' | 'numthreads';

interface AttributeCode {
  readonly name: AttributeName;
  /** One-based. */
  readonly line: number;
  /** Null for the whole line. */
  readonly columns: Columns | null;
  /** The code line of the entry point's header. */
  readonly header: number;
}

interface AttributePatterns {
  readonly name: AttributeName;
  readonly code: RegExp;
  readonly source: RegExp;
}

const PATTERNS: readonly AttributePatterns[] = [
  {
    name: 'shader',
    code: /@(?:compute|vertex|fragment)\b|\[\[(?:kernel|vertex|fragment)\]\]|extern "C" __global__|\[shader\("\w+"\)\]/,
    source: /\bshader\s*\([^()]*\)/,
  },
  {
    name: 'numthreads',
    code: /@workgroup_size\([^()]*\)|\[numthreads\([^()]*\)\]|layout\(local_size_x[^()]*\) in;/,
    source: /\bnumthreads\s*\([^()]*\)/,
  },
];

/** Finds the attributes in the code of any target but SPIR-V. */
function attributesInCode(
  lines: readonly string[],
  functions: readonly CodeFunction[],
): AttributeCode[] {
  return functions.flatMap(({ from }) => {
    const header = headerLine(lines, { from });
    return PATTERNS.flatMap(({ name, code }): AttributeCode[] => {
      for (let line = from; line <= header; line += 1) {
        const text = lines[line - 1] ?? '';
        const found = code.exec(text);
        if (!found) continue;
        const columns = { from: found.index, to: found.index + found[0].length };
        return [{ name, line, header, columns: found[0] === text.trim() ? null : columns }];
      }
      return [];
    });
  });
}

/** Finds the SPIR-V instructions that declare entry points and their group sizes. */
function attributesInSpirv({ declarations, functions }: SpirvModule): AttributeCode[] {
  return declarations.flatMap(({ op, operands, line }) => {
    const isGroup = op === 'OpExecutionMode' && operands[1] === 'LocalSize';
    if (!isGroup && op !== 'OpEntryPoint') return [];
    const id = operands[isGroup ? 0 : 1];
    const header = functions.find((each) => each.id === id)?.instructions[0]?.line;
    if (header === undefined) return [];
    return [{ name: isGroup ? 'numthreads' : 'shader', line, columns: null, header }];
  });
}

function addAttributes(map: LineMap, texts: KnownTexts, found: readonly AttributeCode[]): LineMap {
  const known = readKnownFiles(texts);
  const origins = [...map.origins];
  const added: number[][] = [];
  for (const { name, line, columns, header } of found) {
    const origin = map.origins[header - 1];
    const file = origin && map.files[origin.file];
    const text = known.files.find((each) => isSame(each.file, file));
    const place = origin && text && attributeOf(text, firstLine(origin), name);
    if (!origin || !place) continue;
    const { line: source, columns: part } = place;
    if (!columns) origins[line - 1] = { kind: 'line', file: origin.file, line: source };
    else added.push([line, columns.from, columns.to, origin.file, source, part.from, part.to]);
  }
  return { ...map, origins, parts: withParts(map.parts, added) };
}

const firstLine = (origin: LineOrigin) => (origin.kind === 'line' ? origin.line : origin.from);

const isSame = (one: KnownFile['file'], other: KnownFile['file'] | null | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Finds an attribute of the function around a line. */
function attributeOf(known: KnownFile, line: number, name: AttributeName) {
  const around = declarationsIn(known).find(
    ({ kind, from, to }) => kind === 'function' && from <= line && line <= to,
  );
  const pattern = PATTERNS.find((each) => each.name === name)?.source;
  if (!around || !pattern) return null;
  for (let at = around.from; at <= around.line; at += 1) {
    const found = pattern.exec(known.lines[at - 1] ?? '');
    if (found) {
      return { line: at, columns: { from: found.index, to: found.index + found[0].length } };
    }
  }
  return null;
}

/** Merges the added parts in code order, skipping lines that are already linked. */
function withParts(parts: Int32Array, added: readonly number[][]): Int32Array {
  if (added.length === 0) return parts;
  const all: number[][] = [];
  for (let at = 0; at < parts.length; at += PART_SIZE) {
    all.push([...parts.subarray(at, at + PART_SIZE)]);
  }
  for (const part of added) {
    const isKnown = all.some(
      ([line, , , file, source]) => line === part[0] && file === part[3] && source === part[4],
    );
    if (!isKnown) all.push(part);
  }
  return Int32Array.from(all.sort(([one = 0], [other = 0]) => one - other).flat());
}
