import { type FunctionLines, functionLines } from './functionLines.ts';
import { lineCounter } from './lineCounter.ts';
import { type Directive, readTokens, type Token } from './tokens.ts';

/** What a line of source is, as far as it tells why no code comes from it. */
export type LineRole =
  | { readonly kind: 'empty' | 'brackets' | 'comment' | 'directive' | 'inactive' | 'declaration' }
  | {
      readonly kind: 'statement';
      /** The function that it is in. */
      readonly function: FunctionLines;
      /** The variable that it declares, if nothing else in the function names it. */
      readonly unused: string | null;
    };

/** @param line one-based */
export function lineRole(text: string, line: number): LineRole {
  const raw = text.split(/\r\n?|\n/)[line - 1] ?? '';
  if (raw.trim() === '') return { kind: 'empty' };
  const lineOf = lineCounter(text);
  const directives: Directive[] = [];
  const tokens = readTokens(text, (directive) => directives.push(directive));
  // Those that a condition leaves out are not among them.
  const isDirective = raw.trimStart().startsWith('#');
  if (
    isDirective ||
    directives.some(({ from, to }) => lineOf(from) <= line && line <= lineOf(to - 1))
  ) {
    return { kind: 'directive' };
  }
  const own = tokens.filter(({ from, to }) => lineOf(from) <= line && line <= lineOf(to - 1));
  if (own.length === 0) return { kind: isComment(text, tokens, line) ? 'comment' : 'inactive' };
  if (own.every(({ text: each }) => /^[{}()[\];,]$/.test(each))) return { kind: 'brackets' };
  const around = functionLines(text).findLast(({ from, to }) => from <= line && line <= to);
  if (!around) return { kind: 'declaration' };
  const inFunction = tokens.filter(({ from }) => {
    const at = lineOf(from);
    return around.from <= at && at <= around.to;
  });
  return { kind: 'statement', function: around, unused: unusedVariable(own, inFunction) };
}

const COMMENT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Whether all of a line without tokens is comments, rather than left out by a condition. */
function isComment(text: string, tokens: readonly Token[], line: number): boolean {
  const lineOf = lineCounter(text);
  const before = tokens.findLast(({ to }) => lineOf(to - 1) < line)?.to ?? 0;
  const blank = (comment: string) => comment.replace(/[^\r\n]/g, ' ');
  const rest =
    text.slice(0, before).replace(/[^\r\n]/g, ' ') + text.slice(before).replace(COMMENT, blank);
  return (rest.split(/\r\n?|\n/)[line - 1] ?? '').trim() === '';
}

/** The name that a line such as `float x = …;` declares. */
function unusedVariable(own: readonly Token[], inFunction: readonly Token[]): string | null {
  const at = own.findIndex(({ text }) => text === '=' || text === ';');
  const name = own[at - 1];
  const isDeclared =
    at >= 2 && name?.kind === 'word' && /^(?:\w+|[>\]])$/.test(own[at - 2]?.text ?? '');
  if (!isDeclared || own[0]?.text === 'return') return null;
  const uses = inFunction.filter(({ text }) => text === name.text).length;
  return uses === 1 ? name.text : null;
}
