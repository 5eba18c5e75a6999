import type { Language } from '@codemirror/language';
import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';
import { codeLanguage } from '#ui/editor/codeLanguages.ts';
import { indexIds } from '#ui/editor/spirv/spirvIds.ts';
import { TARGET_OUTPUTS } from './targetOutputs.ts';
import { type Token, tokensOf } from './tokens.ts';

export function outputLanguage(target: CompileTarget): Language {
  return codeLanguage(TARGETS[target].language);
}

/** The fixed beginning of this compiler's CUDA output, which needs only one check. */
const checkedPreludes = new Set<string>();

export function highlightingFaults(target: CompileTarget, code: string): string[] {
  return target === 'SPIRV' ? spirvFaults(code) : cLikeFaults(target, code);
}

function cLikeFaults(target: CompileTarget, code: string): string[] {
  const start = target === 'CUDA' ? code.indexOf('\n#line') + 1 : 0;
  const prelude = code.slice(0, start);
  const parts = prelude && !checkedPreludes.has(prelude) ? [prelude] : [];
  checkedPreludes.add(prelude);
  return [...parts, code.slice(start)].flatMap((part) => {
    const tokens = tokensOf(outputLanguage(target), part);
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

/** Marks characters of comments, strings and included file names with 1, without the grammars. */
function proseOf(code: string): Uint8Array {
  const prose = new Uint8Array(code.length);
  const pattern =
    /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=^#include\s*)<.*>|(?<=^#error\s).*/gm;
  for (const { 0: text, index } of code.matchAll(pattern))
    prose.fill(1, index, index + text.length);
  return prose;
}

/** Checks that only these characters are comments and strings, so that none runs past its end. */
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
  const { keywords, types } = TARGET_OUTPUTS[target];
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

/** Patterns for pieces of an instruction, independent of the grammar, with allowed token names. */
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
  const tokens = tokensOf(outputLanguage('SPIRV'), code);
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
