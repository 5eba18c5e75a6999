import { ownValue } from '#core/util/ownValue.ts';
import { baseName } from './codeBlocks.ts';

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
