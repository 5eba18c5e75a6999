import type { Condition } from '#tools/debugger/trace/condition/parseCondition.ts';
import { parseCondition } from './condition/parseCondition.ts';
import type { Part } from './valueParts.ts';

/** One step of a name in the source. An index may be an expression. */
export type WrittenPart =
  | Part
  | { readonly kind: 'computed-index'; readonly text: string; readonly index: Condition };

/** The root of a name such as `rays[k + 1].origin`, and the parts after it. */
interface WrittenName {
  readonly root: string;
  readonly parts: readonly WrittenPart[];
}

const ROOT = /\s*([\p{L}_][\p{L}\p{N}_]*)\s*/uy;
const MEMBER = /(?:\.|->)\s*([\p{L}_][\p{L}\p{N}_]*)\s*/uy;
const NUMBER = /^(0[xX][\da-fA-F]+|\d+)[uU]?$/;

/** Null if the text is not just names, members and indices. */
export function readWrittenName(text: string): WrittenName | null {
  const root = matchAt(ROOT, text, 0);
  if (!root?.[1]) return null;
  const parts: WrittenPart[] = [];
  let at = root[0].length;
  while (at < text.length) {
    if (text[at] === '[') {
      const close = closingBracket(text, at);
      const part = readIndex(text.slice(at + 1, close));
      if (close === undefined || !part) return null;
      parts.push(part);
      at = close + 1;
      while (/\s/.test(text[at] ?? '')) at += 1;
    } else {
      const member = matchAt(MEMBER, text, at);
      if (!member?.[1]) return null;
      parts.push({ kind: 'member', name: member[1] });
      at += member[0].length;
    }
  }
  return { root: root[1], parts };
}

/** Normalizes spaces and suffixes, so that different spellings of a name are equal. */
export function plainName(text: string): string {
  const written = readWrittenName(text);
  if (!written) return text.replaceAll(/\s+/g, ' ').trim();
  return nameOfParts(written.root, written.parts);
}

export function nameOfParts(root: string, parts: readonly WrittenPart[]): string {
  const texts = parts.map((part) => {
    if (part.kind === 'member') return `.${part.name}`;
    return `[${part.kind === 'index' ? part.index : part.text}]`;
  });
  return root + texts.join('');
}

/** The part before the first member or index. */
export function rootOf(name: string): string {
  const end = name.search(/[.[]/);
  return end < 0 ? name : name.slice(0, end);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

function readIndex(written: string): WrittenPart | null {
  const text = written.replaceAll(/\s+/g, ' ').trim();
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) return { kind: 'index', index: Number(number) };
  const parsed = parseCondition(text);
  return parsed.ok ? { kind: 'computed-index', text, index: parsed.value } : null;
}
