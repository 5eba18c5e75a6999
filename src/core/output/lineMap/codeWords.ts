import { ownValue } from '#core/util/ownValue.ts';

/** Identifiers, numbers and operators that characterise a line. Numbers are written as `#0.5`. */
export type Words = ReadonlySet<string>;

const NOTHING: Words = new Set();

/** Literals and names. A word after a dot is a member or a swizzle. */
const TOKEN = /\.?[\p{L}_][\p{L}\p{N}_]*|0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/gu;

/** Keywords and types, which occur on nearly every line. */
const PLAIN = new RegExp(
  `^(?:${[
    'if|else|for|while|do|switch|case|default|break|continue|return|discard|true|false',
    'struct|cbuffer|layout|using|namespace|static|const|constexpr|constant|inline|void|let|var|func',
    'in|out|inout|uniform|buffer|device|thread|threadgroup|groupshared|shared|extern|register|packoffset',
    '__device__|__global__|__shared__|__constant__|__forceinline__|C|f|F|u|U|h|H|l|L',
    '(?:bool|u?int|float|half|double|u?short|u?char|u?long)(?:\\d(?:x\\d)?)?',
    '(?:u?int|float)\\d+_t(?:\\d(?:x\\d)?)?|[bdui]?vec\\d|mat\\d(?:x\\d)?',
    'fn|f16|[fiu]32|make_\\w+|this|gl_(?:Scope|Storage|Semantics)\\w+|std140|std430|scalar|binding|location|row_major|column_major',
  ].join('|')})$`,
);

/** Compiler-generated names that never occur in the source. */
const TEMPORARY =
  /^(?:_S\d+|[Kk]ernelContext|(?:block_)?[gG]lobalParams\w*|_data|primal|differential|DiffPair\w*|natural|syn|init|bwd|fwd|prop|ctx|_?s?_?dOut|_?s_diff\w*|entryPointParam\w*|main|StructuredBuffer\w*|_metal_\w+|SLANG_\w+)$/;

/** Maps names in the target languages to their names in Slang and HLSL. */
const SAME: Readonly<Record<string, string>> = {
  mix: 'lerp',
  fract: 'frac',
  inversesqrt: 'rsqrt',
  dFdx: 'ddx',
  dFdy: 'ddy',
  floatBitsToUint: 'asuint',
  floatBitsToInt: 'asint',
  uintBitsToFloat: 'asfloat',
  intBitsToFloat: 'asfloat',
  bitCount: 'countbits',
  popcount: 'countbits',
  imageSize: 'GetDimensions',
  textureSize: 'GetDimensions',
  textureDimensions: 'GetDimensions',
  textureStore: 'Store',
  get_width: 'GetDimensions',
  get_height: 'GetDimensions',
  gl_GlobalInvocationID: 'SV_DispatchThreadID',
  gl_LocalInvocationID: 'SV_GroupThreadID',
  gl_LocalInvocationIndex: 'SV_GroupIndex',
  gl_WorkGroupID: 'SV_GroupID',
  thread_position_in_grid: 'SV_DispatchThreadID',
  thread_position_in_threadgroup: 'SV_GroupThreadID',
  thread_index_in_threadgroup: 'SV_GroupIndex',
  threadgroup_position_in_grid: 'SV_GroupID',
  gl_Position: 'SV_Position',
  local_size_x: 'numthreads',
  blockIdx: 'SV_DispatchThreadID',
  blockDim: 'SV_DispatchThreadID',
  threadIdx: 'SV_DispatchThreadID',
  controlBarrier: 'GroupMemoryBarrierWithGroupSync',
  barrier: 'GroupMemoryBarrierWithGroupSync',
  workgroupBarrier: 'GroupMemoryBarrierWithGroupSync',
  threadgroup_barrier: 'GroupMemoryBarrierWithGroupSync',
  __syncthreads: 'GroupMemoryBarrierWithGroupSync',
};

/** Components of vectors and matrices, which occur everywhere. */
const COMPONENTS = /^\.(?:[xyzw]{1,4}|[rgba]{1,4}|_m?\d\w*)$/;
/** In a derivative, the parameter `width` is named `dpwidth`. */
const DERIVATIVE_PARAMETER = /^dp[a-zA-Z]\w*$/;
const COMPARED_OPERATOR = /[-+*/%<>=!&|^~]+/g;

export function wordsOfSource(line: string): Words {
  const text = line.replace(/"(?:[^"\\]|\\.)*"/g, ' ').replace(/\/\/.*/, '');
  const words = new Set<string>();
  for (const [token] of text.matchAll(TOKEN)) addWord(words, token);
  for (const [operator] of text.matchAll(COMPARED_OPERATOR)) words.add(operator);
  return words;
}

/** Syntax that the compiler adds only to declarations, such as bindings. */
const QUALIFIERS =
  /layout\((?!local_size)[^()]*\)|\[\[[^[\]]*\]\]| : register\([^()]*\)|\b(?:read|write)only\b|\bSLANG_\w+|\baccess::\w+|@(?!workgroup_size)\w+(?:\([^()]*\))?|\bvar<[^<>]*>|\b(?:ptr<function,|(?:array|atomic)<)/g;

/** The type of a temporary says nothing about its origin. */
const TYPE_OF_TEMPORARY =
  /^\s*(?:const |thread )*\w+(?:<[^<>]*>)?\s+(?=_S\d+(?: =|;))| : (?<=^\s*(?:var|const) _S\d+ : )[^=;]*/;

/** The words of a line of target code, with the names that the source uses. */
export function wordsOfCode(line: string): Words {
  const words = new Set<string>();
  for (const [token] of line
    .replace(QUALIFIERS, ' ')
    .replace(TYPE_OF_TEMPORARY, '')
    .matchAll(TOKEN)) {
    for (const word of wordsOfToken(token)) words.add(word);
  }
  return words.size === 0 ? NOTHING : words;
}

/** A name, number or operator in a line of target code, with zero-based columns. */
export interface CodeToken {
  readonly words: Words;
  readonly from: number;
  readonly to: number;
}

const STRING = /"(?:[^"\\]|\\.)*"/g;
const TOKEN_OR_OPERATOR = new RegExp(`${TOKEN.source}|[-+*/%<>&|^?!~]`, 'gu');

const OPERATORS: ReadonlyMap<string, Words> = new Map(
  [...'-+*/%<>&|^?!~'].map((operator) => [operator, new Set([operator])]),
);

/** The tokens of a line of target code that identify its source. */
export function tokensOfCode(line: string): CodeToken[] {
  const blank = (text: string) => ' '.repeat(text.length);
  const text = line
    .replace(STRING, blank)
    .replace(QUALIFIERS, blank)
    .replace(TYPE_OF_TEMPORARY, blank);
  const tokens: CodeToken[] = [];
  for (const { 0: token, index: from } of text.matchAll(TOKEN_OR_OPERATOR)) {
    const words = OPERATORS.get(token) ?? wordsOfToken(token);
    const to = from + token.length;
    if (words.size > 0) tokens.push({ words, from, to });
  }
  return tokens;
}

/** The words of each line by index, computed on first use. */
export function wordsByLine(lines: readonly string[]): (at: number) => Words {
  const known: (Words | undefined)[] = new Array(lines.length);
  return (at) => {
    const found = known[at] ?? wordsOfCode(lines[at] ?? '');
    known[at] = found;
    return found;
  };
}

/** Caches the words of tokens, because code repeats its tokens. */
const knownTokens = new Map<string, Words>();
const MAX_KNOWN = 20_000;

function wordsOfToken(token: string): Words {
  const known = knownTokens.get(token);
  if (known) return known;
  const words = readToken(token);
  if (knownTokens.size >= MAX_KNOWN) knownTokens.clear();
  knownTokens.set(token, words);
  return words;
}

function readToken(token: string): Words {
  if (/^\.?_S\d+$/.test(token)) return NOTHING;
  const words = new Set<string>();
  const name = withoutSuffix(token);
  if (isOperator(name)) words.add(unescapeName(name));
  else if (name.includes('_slang_Lambda_')) words.add('=>');
  else if (DERIVATIVE_PARAMETER.test(name)) addWord(words, name.slice(2));
  else if (addWord(words, name) && name.includes('_')) {
    for (const part of partsOf(name)) addWord(words, part);
  }
  return words.size === 0 ? NOTHING : words;
}

/** The compiler joins names, as in `Rectangle_center_get`. */
function partsOf(name: string): string[] {
  return name.split(/_(?:x[2-7][0-9A-F])*/).filter((part) => part.length > 1);
}

/** Returns whether the token identifies its source. */
function addWord(words: Set<string>, token: string): boolean {
  if (/^\.?\d/.test(token)) {
    words.add(`#${Math.fround(Number(token))}`);
    return true;
  }
  if (COMPONENTS.test(token)) return false;
  const name = token.replace(/^\./, '');
  if (PLAIN.test(name) || TEMPORARY.test(name)) return false;
  words.add(ownValue(SAME, name) ?? name);
  return true;
}

/** Whether all words are numbers. The compiler may have computed those from other numbers. */
export function hasOnlyNumbers(words: Words): boolean {
  for (const word of words) if (!word.startsWith('#')) return false;
  return true;
}

/** Whether a word is a number that is common in code and that the compiler itself may add. */
export function isPlainNumber(word: string): boolean {
  if (!word.startsWith('#')) return false;
  const value = Number(word.slice(1));
  return (value % 1 === 0 && value <= 16) || value === 0.5;
}

export function countShared(some: Words, others: Words): number {
  let shared = 0;
  for (const word of some) if (others.has(word)) shared += 1;
  return shared;
}

/** Characters that identifiers cannot contain, which the compiler escapes: `x2B` for `+`. */
const ESCAPED = /x([2-7][0-9A-F])/g;
const OPERATOR = /^(?:x[2-7][0-9A-F])+$/;
/** A compiler-generated member, marked by `.$` in SPIR-V and by an escaped `$` elsewhere. */
const MEMBER = /(?:\.\$|_x24)(?:init|_syn_(\w+)|__syn_(\w+|\(\)))$/;
const CALL_OPERATOR = /(?:\.\(\)|_x28x29)$/;
const LAMBDA = /_\d+$(?<=_slang_Lambda_(\w+)_\d+)/;

/** Whether a name is an escaped operator, such as `x3Dx3D` for `==`. */
function isOperator(name: string): boolean {
  return OPERATOR.test(name);
}

/** Whether a function is a derivative, which contains another function's name but not its code. */
export function isDerivative(name: string): boolean {
  return /^s_(?:bwd|fwd|primal|apply)_/.test(name);
}

/** The name without the number that the compiler appends: `ring` for `ring_0`. */
export function withoutSuffix(name: string): string {
  return name.replace(/_\d+$/, '');
}

/**
 * A readable name for a function of target code, given its name without suffix: `lambda in draw`,
 * `operator+`, `Ramp.operator()`; for a constructor, the struct's name.
 */
export function sourceName(name: string): string {
  // The compiler writes this operator as an empty name.
  if (name === '') return 'operator/';
  if (isOperator(name)) return `operator${unescapeName(name)}`;
  if (/^[^\w$]+$/.test(name)) return `operator${name}`;
  const isCall = CALL_OPERATOR.test(name) || /(?:_x24_syn_x28x29|\.\$__syn_\(\))$/.test(name);
  const made = MEMBER.exec(name);
  const owner = made ? name.slice(0, made.index) : name.replace(CALL_OPERATOR, '');
  const lambda = LAMBDA.exec(owner);
  if (lambda) return `lambda in ${lambda[1]}`;
  if (isCall) return `${owner}.operator()`;
  const member = made?.[1] ?? made?.[2];
  return member === undefined ? owner : `${owner}.${member}`;
}

/** Decodes an escaped name: `==` for `x3Dx3D`. */
function unescapeName(name: string): string {
  return name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
