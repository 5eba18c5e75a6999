import { ownValue } from '#core/util/ownValue.ts';
import type { LineOrigin } from './lineMap.ts';

/** The words and numbers of a line of WGSL or HLSL, as sorted ids. */
export type LineTokens = Int32Array;

export type TokenReader = (line: string) => LineTokens;

const WORD = /[\p{L}_][\p{L}\p{N}_]*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/gu;

/** Words that the other language spells differently or lacks. */
const NOISE =
  /^(?:var|let|const|fn|static|inout|in|out|void|uniform|groupshared|function|storage|private|workgroup|read_write|read|write|array|ptr|atomic|old_value|_|all|any|(?:f16|[fiu]32|bool|float|int|uint|half|double|matrix|vector)(?:\d(?:x\d)?)?|vec\d|mat\dx\d|\w*StructuredBuffer|RW\w+|Interlocked\w+|register|row_major|column_major|align|binding|group|[fuUhL])$/;

/** Maps HLSL functions to their names in WGSL. */
const SAME: Readonly<Record<string, string>> = {
  lerp: 'mix',
  frac: 'fract',
  GetDimensions: 'textureDimensions',
  Store: 'textureStore',
  Load: 'textureLoad',
  SampleLevel: 'textureSampleLevel',
  rsqrt: 'inverseSqrt',
  asfloat: 'bitcast',
  asuint: 'bitcast',
  asint: 'bitcast',
  ddx: 'dpdx',
  ddy: 'dpdy',
  countbits: 'countOneBits',
  firstbitlow: 'firstTrailingBit',
  firstbithigh: 'firstLeadingBit',
  reversebits: 'reverseBits',
  GroupMemoryBarrierWithGroupSync: 'workgroupBarrier',
  DeviceMemoryBarrierWithGroupSync: 'storageBarrier',
  AllMemoryBarrierWithGroupSync: 'storageBarrier',
};

/** Reads lines so that equal tokens get equal ids across lines. */
export function createTokenReader(): TokenReader {
  const ids = new Map<string, number>();
  const known = new Map<string, number>();
  const idOf = (word: string): number => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const token = normalised(word);
    let id = -1;
    if (token !== '') {
      id = ids.get(token) ?? ids.size;
      ids.set(token, id);
    }
    known.set(word, id);
    return id;
  };
  return (line) => {
    const tokens: number[] = [];
    for (const word of line.replace(COMPONENTS_OF_SIZE, '').match(WORD) ?? []) {
      const id = idOf(word);
      if (id >= 0) tokens.push(id);
    }
    return new Int32Array(tokens).sort();
  };
}

/** WGSL queries texture sizes by component: `{var dim = textureDimensions(t);((x)) = dim.x;};`. */
const COMPONENTS_OF_SIZE = /\bvar dim =|(?:\(\(_S\d+\)\) )?= (?:f32\()?dim\.\w/g;

/** Empty for words that say nothing about the source. */
function normalised(word: string): string {
  if (/^[\d.]/.test(word)) return String(Number(word));
  if (/^_S\d+$/.test(word)) return '_S';
  const name = baseName(word);
  if (NOISE.test(name)) return '';
  return ownValue(SAME, name) ?? name;
}

/** From 0 for no common token to 1 for the same tokens (Dice's coefficient). */
export function similarity(one: LineTokens, other: LineTokens): number {
  const total = one.length + other.length;
  if (total === 0) return 1;
  return (2 * countCommon(one, other)) / total;
}

export function contains(whole: LineTokens, part: LineTokens): boolean {
  return countCommon(whole, part) === part.length;
}

function countCommon(one: LineTokens, other: LineTokens): number {
  let common = 0;
  let i = 0;
  let j = 0;
  while (i < one.length && j < other.length) {
    const difference = (one[i] ?? 0) - (other[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return common;
}

/** A top-level declaration of WGSL or HLSL, with zero-based lines. */
export interface CodeBlock {
  readonly kind: 'function' | 'struct' | 'global';
  /** Includes the number that the compiler appends. */
  readonly name: string;
  /** The first line, which may hold only attributes. */
  readonly from: number;
  /** The line with the name. */
  readonly header: number;
  /** The line with the closing brace. */
  readonly to: number;
}

/** Reads code as the compiler lays it out: only top-level code starts in the first column. */
export function readBlocks(lines: readonly string[]): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let from = -1;
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue;
    if (from < 0) from = index;
    depth += depthChange(line);
    if (depth > 0 || !/[;}]\s*$/.test(line)) continue;
    const block = readBlock(lines, from, index);
    if (block) blocks.push(block);
    from = -1;
    depth = 0;
  }
  return blocks;
}

function depthChange(line: string): number {
  let change = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    if (code === OPEN) change += 1;
    else if (code === CLOSE) change -= 1;
  }
  return change;
}

const OPEN = '{'.charCodeAt(0);
const CLOSE = '}'.charCodeAt(0);

function readBlock(lines: readonly string[], from: number, to: number): CodeBlock | null {
  for (let header = from; header <= to; header += 1) {
    const text = (lines[header] ?? '').replace(ATTRIBUTES, '');
    if (text.trim() === '' || text.startsWith('#')) continue;
    const found = readName(text);
    return found && { ...found, from, header, to };
  }
  return null;
}

/** `@binding(1) @group(0)` of WGSL, `[numthreads(8, 8, 1)]` of HLSL. */
const ATTRIBUTES = /^(?:\s*(?:@\w+(?:\([^)]*\))?|\[\w+(?:\([^)]*\))?\]))+/;

function readName(text: string): Pick<CodeBlock, 'kind' | 'name'> | null {
  const struct = /^\s*struct\s+(\w+)/.exec(text)?.[1];
  if (struct !== undefined) return { kind: 'struct', name: struct };
  const wgsl = /^\s*(fn|var|const|let|override)\b(?:\s*<[^>]*>)?\s+([^\s(:;=]+)/.exec(text);
  if (wgsl) return { kind: wgsl[1] === 'fn' ? 'function' : 'global', name: wgsl[2] ?? '' };
  // In HLSL, the name is the last word before the first of `=:;([{`.
  const [, before = '', after] = /^([^=:;([{]*)(.?)/.exec(text) ?? [];
  const name = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*$/u.exec(before.trimEnd())?.[0];
  if (name === undefined) return null;
  return { kind: after === '(' ? 'function' : 'global', name };
}

export function baseName(name: string): string {
  return name.replace(/(?:_std\d+)?_\d+$/, '');
}

type Origins = (LineOrigin | null)[];

const TEMPORARY = /\b_S\d+\b/g;
const DEFINITION = /^(?:var|const|let) (_S\d+) : /;
const DECLARATION = /^var (\w+) : [^=]*;$/;
const MEMBER = /^(\w+)[.[].* = /;

/**
 * Fills in the origins of statements that the compiler adds, because WGSL cannot, for example, copy
 * whole structs or make a vector from a scalar. A temporary comes from the statement that first
 * uses it; a statement that uses a temporary comes from its definition; values for a variable's
 * members come from its declaration directly above.
 *
 * @param texts the statements of a function in order, without indentation
 */
export function fillTemporaries(texts: readonly string[], known: Origins): Origins {
  const origins = fillMembers(texts, known);
  const uses = texts.map((text) => text.match(TEMPORARY) ?? []);
  const defined = texts.map((text) => DEFINITION.exec(text)?.[1]);
  const takeFirstUses = () => {
    const next = new Map<string, LineOrigin | null>();
    for (let at = texts.length - 1; at >= 0; at -= 1) {
      const own = defined[at];
      if (own !== undefined) origins[at] ??= next.get(own) ?? null;
      for (const name of uses[at] ?? []) next.set(name, origins[at] ?? null);
    }
  };
  const takeDefinitions = () => {
    const last = new Map<string, LineOrigin | null>();
    for (const [at, names] of uses.entries()) {
      for (const name of names) origins[at] ??= last.get(name) ?? null;
      const own = defined[at];
      if (own !== undefined) last.set(own, origins[at] ?? null);
    }
  };
  takeFirstUses();
  takeDefinitions();
  takeFirstUses();
  return origins;
}

function fillMembers(texts: readonly string[], known: Origins): Origins {
  const origins = [...known];
  let declared = '';
  let origin: LineOrigin | null = null;
  for (const [at, text] of texts.entries()) {
    if (MEMBER.exec(text)?.[1] === declared && !origins[at]) {
      origins[at] = origin;
      continue;
    }
    declared = DECLARATION.exec(text)?.[1] ?? '';
    origin = origins[at] ?? null;
  }
  return origins;
}
