import type { Language } from '@codemirror/language';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import { cudaLanguage } from '#ui/editor/grammars/cuda.ts';
import { glslLanguage } from '#ui/editor/grammars/glsl.ts';
import { hlslLanguage } from '#ui/editor/grammars/hlsl.ts';
import { metalLanguage } from '#ui/editor/grammars/metal.ts';
import { spirvLanguage } from '#ui/editor/grammars/spirv.ts';
import { wgslLanguage } from '#ui/editor/grammars/wgsl.ts';
import { indexIds } from '#ui/editor/spirv/idIndex.ts';
import { type Token, tokensOf } from './tokens.ts';

export const OUTPUT_LANGUAGES: Readonly<Record<CompileTarget, Language>> = {
  SPIRV: spirvLanguage,
  HLSL: hlslLanguage,
  GLSL: glslLanguage,
  METAL: metalLanguage,
  WGSL: wgslLanguage,
  CUDA: cudaLanguage,
};

const C_KEYWORDS =
  'break case const continue default do else for if return static struct switch while';

/** Words of each target, written down apart from the grammars: what they must be classed as. */
const WORDS: Readonly<Record<CompileTarget, { keywords: string; types: string }>> = {
  SPIRV: { keywords: '', types: '' },
  HLSL: {
    keywords: `${C_KEYWORDS} cbuffer groupshared in inout out register`,
    types: `bool bool2 bool3 float float2 float3 float4 float4x4 int int2 int3 int4 uint uint2 uint3 uint4
      void RWStructuredBuffer RWTexture2D RWTexture3D SamplerState Texture2D`,
  },
  GLSL: {
    keywords: `${C_KEYWORDS} buffer in inout layout out shared uniform writeonly`,
    types: `bool bvec2 float iimage2D image2D image3D int ivec2 ivec3 ivec4 mat4x4 uimage2D uint uvec2 uvec3
      uvec4 vec2 vec3 vec4 void`,
  },
  METAL: {
    keywords: `${C_KEYWORDS} constant device namespace thread threadgroup using`,
    types: `bool float float2 float3 float4 int int2 int3 int4 matrix texture2d texture3d uint uint2 uint3
      uint4 void`,
  },
  WGSL: {
    keywords: `break case const continue default else fn for if let loop return struct switch var while`,
    types: `atomic bool f32 i32 mat4x4 ptr sampler texture_2d texture_storage_2d texture_storage_3d u32 vec2
      vec3 vec4`,
  },
  CUDA: {
    keywords: `${C_KEYWORDS} __device__ __forceinline__ __global__ __inline__ __shared__ extern inline
      sizeof template typedef typename union volatile`,
    types: `bool bool2 bool3 bool4 char double float float2 float3 float4 int int2 int3 int4 int32_t size_t
      uint uint2 uint3 uint4 uint32_t uint64_t unsigned void`,
  },
};

/** What every text of this compiler to CUDA begins with; once is enough. */
const checkedPreludes = new Set<string>();

/** What is wrong with the highlighting of a target's code; nothing, it is to be hoped. */
export function highlightingFaults(target: CompileTarget, code: string): string[] {
  return target === 'SPIRV' ? spirvFaults(code) : cLikeFaults(target, code);
}

function cLikeFaults(target: CompileTarget, code: string): string[] {
  const start = target === 'CUDA' ? code.indexOf('\n#line') + 1 : 0;
  const prelude = code.slice(0, start);
  const parts = prelude && !checkedPreludes.has(prelude) ? [prelude] : [];
  checkedPreludes.add(prelude);
  return [...parts, code.slice(start)].flatMap((part) => {
    const tokens = tokensOf(OUTPUT_LANGUAGES[target], part);
    const prose = proseOf(part);
    return [
      ...unclassified(tokens),
      ...proseFaults(tokens, prose, part),
      ...wordFaults(target, tokens, prose, part),
      ...bracketFaults(tokens),
    ];
  });
}

function unclassified(tokens: readonly Token[]): string[] {
  return tokens
    .filter(({ text, token }) => token === 'invalid' || (token === null && text.trim() !== ''))
    .map(({ text, token, from }) => `${token ?? 'unclassified'} at ${from}: ${text.trim()}`);
}

/** Comments, strings and the files that are included, found without the grammars: 1 for their characters. */
function proseOf(code: string): Uint8Array {
  const prose = new Uint8Array(code.length);
  const pattern =
    /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=^#include\s*)<.*>|(?<=^#error\s).*/gm;
  for (const { 0: text, index } of code.matchAll(pattern))
    prose.fill(1, index, index + text.length);
  return prose;
}

/** Comments and strings are these, and nothing else is: neither goes on where it should have ended. */
function proseFaults(tokens: readonly Token[], prose: Uint8Array, code: string): string[] {
  return tokens.flatMap(({ text, token, from }) => {
    if (token === null) return [];
    const expected = /comment|string|escape|character/i.test(token) ? 1 : 0;
    const off = prose.subarray(from, from + text.length).findIndex((is) => is !== expected);
    return off < 0 ? [] : [`${token} at ${from + off}: ${code.slice(from + off).slice(0, 40)}`];
  });
}

function wordFaults(
  target: CompileTarget,
  tokens: readonly Token[],
  prose: Uint8Array,
  code: string,
): string[] {
  const { keywords, types } = WORDS[target];
  const expected = new Map<string, RegExp>();
  for (const word of keywords.split(/\s+/)) expected.set(word, /^(?:keyword|modifier)$/);
  for (const word of types.split(/\s+/)) expected.set(word, /^typeName\.standard$/);
  const at = new Map(tokens.map(({ from, token }) => [from, token]));
  const faults: string[] = [];
  for (const { 0: word, index } of code.matchAll(/(?<![\w.]|->|::)[A-Za-z_]\w*/g)) {
    const rule = expected.get(word);
    if (!rule || prose[index] === 1 || isDirective(code, index)) continue;
    const token = at.get(index);
    if (!rule.test(token ?? '')) faults.push(`${word} at ${index} is ${token}`);
  }
  return faults;
}

function isDirective(code: string, index: number): boolean {
  const line = code.slice(code.lastIndexOf('\n', index) + 1, index);
  return line.startsWith('#') || /^#.*\\$/m.test(code.slice(index - line.length - 200, index));
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

function bracketFaults(tokens: readonly Token[]): string[] {
  const open: string[] = [];
  for (const { text, token, from } of tokens) {
    if (token !== 'bracket') continue;
    for (const bracket of text) {
      const closing = CLOSING[bracket];
      if (closing) open.push(closing);
      else if (open.pop() !== bracket) return [`${bracket} at ${from} closes nothing`];
    }
  }
  return open.map((closing) => `${closing} is missing`);
}

/** Each piece of an instruction, found without the grammar, and how the grammar may class it. */
const SPIRV_PIECES: readonly (readonly [RegExp, RegExp])[] = [
  [/^;.*$/, /^lineComment$/],
  [/^%\w+$/, /^labelName(?:\.definition)?$/],
  [/^Op[A-Z]\w*$/, /^(?:keyword|typeName)$/],
  [/^"[\s\S]*"$/, /^(?:string|escape)$/],
  [/^[-+]?(?:0x)?[\d][\w.+-]*$/, /^(?:number|atom)$/],
  [/^[A-Za-z]\w*$/, /^(?:atom|variableName\.function)$/],
  [/^[=|]$/, /^operator$/],
];

function spirvFaults(code: string): string[] {
  const tokens = tokensOf(spirvLanguage, code);
  const faults = unclassified(tokens);
  const at = new Map(tokens.map(({ from, token }) => [from, token]));
  for (const { 0: piece, index } of code.matchAll(/;.*|"(?:[^"\\]|\\[\s\S])*"|[^\s|]+|\|/g)) {
    const rule = SPIRV_PIECES.find(([form]) => form.test(piece));
    const token = at.get(index) ?? 'nothing';
    if (!rule?.[1].test(token)) faults.push(`${piece} at ${index} is ${token}`);
  }
  for (const [id, { definition }] of indexIds(code)) {
    if (definition === null) faults.push(`${id} is not defined`);
  }
  return faults;
}
