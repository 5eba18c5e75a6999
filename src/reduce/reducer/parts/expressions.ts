import { afterClosing, readTokens, type Token } from '#program/source/tokens.ts';
import type { Change } from '#reduce/reducer/change.ts';

/** What ends an expression at the depth at which it began. */
const END = /^(?:[;,{}?:)\]]|[-+*/%&|^]?=|return|<<=|>>=)$/;
const OPERATOR = /^(?:[-+*/%&|^<>]|==)$/;
/** Longer ones are looked at in smaller parts first. */
const MAX_OPERANDS = 64;

/** Simpler expressions instead of expressions: 0, an operand, an argument of a call; longest first. */
export function findExpressions(text: string): Change[] {
  const tokens = readTokens(text);
  const changes: (readonly [length: number, change: Change])[] = [];
  const replace = (start: number, end: number, insert: string) => {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (!first || !last || start >= end) return;
    const length = last.to - first.from - insert.length;
    if (length > 0 || (length === 0 && insert === '0' && !/^[0)]$/.test(first.text))) {
      changes.push([length, [{ from: first.from, to: last.to, insert }]]);
    }
  };
  const textOf = (start: number, end: number) =>
    text.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
  for (let start = 0; start < tokens.length; start += 1) {
    if (!beginsExpression(tokens, start)) continue;
    const end = endOfExpression(tokens, start);
    if (end <= start) continue;
    for (const value of ['0', '{}', '1']) replace(start, end, value);
    for (const [from, to] of operandsOf(tokens, start, end)) replace(start, end, textOf(from, to));
  }
  tokens.forEach((token, open) => {
    if (token.text !== '(' && token.text !== '[') return;
    const after = afterClosing(tokens, open);
    const isCall = tokens[open - 1]?.kind === 'word';
    if (token.text === '(') replace(isCall ? open - 1 : open, after, textOf(open + 1, after - 1));
    else if (isCall) replace(open, after, '');
    if (tokens[after]?.text === '.' || tokens[open - 2]?.text === '.') replace(open - 2, after, '');
  });
  tokens.forEach((token, at) => {
    if (token.text === '.') replace(at, at + 2, '');
  });
  return changes.sort(([one], [other]) => other - one).map(([, change]) => change);
}

function beginsExpression(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  return /^(?:[=(,[?:{]|return|[-+*/%&|^]=)$/.test(before) && !END.test(tokens[at]?.text ?? '');
}

function endOfExpression(tokens: readonly Token[], start: number): number {
  let at = start;
  while (at < tokens.length && !(tokens[at]?.kind !== 'string' && END.test(tokens[at]?.text ?? ''))) {
    at = afterClosing(tokens, at);
  }
  return at;
}

function operandsOf(
  tokens: readonly Token[],
  start: number,
  end: number,
): (readonly [start: number, end: number])[] {
  const operands: [number, number][] = [];
  let first = start;
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    if (at === first || !OPERATOR.test(tokens[at]?.text ?? '')) continue;
    operands.push([first, at]);
    first = at + 1;
  }
  if (operands.length === 0) return [];
  return [...operands, [first, end] as [number, number]].slice(0, MAX_OPERANDS);
}
