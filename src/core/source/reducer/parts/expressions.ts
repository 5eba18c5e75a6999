import type { Change } from '#core/source/reducer/change.ts';
import { afterClosing, elementsBetween, readTokens, type Token } from '#core/source/tokens.ts';

/** What ends an expression at the depth at which it began. */
const END = /^(?:[;,{}?:)\]=]|return)$/;
/** Before an expression. */
const START = /^(?:[=(,[?:{]|return)$/;
const OPERATOR = /^(?:[-+*/%&|^<>=]|::)$/;
/** Of a long sum, the first ones. */
const MAX_OPERANDS = 16;

/** A range of tokens by their indices. */
type Range = readonly [start: number, end: number];

/** Simpler expressions in the place of expressions: 0, an operand, an argument of a call; longest first. */
export function findExpressions(text: string): Change[] {
  const tokens = readTokens(text);
  const changes: { readonly saved: number; readonly change: Change }[] = [];
  const replace = ([start, end]: Range, insert: string) => {
    const [first, last] = [tokens[start], tokens[end - 1]];
    if (!first || !last || start >= end) return;
    const saved = last.to - first.from - insert.length;
    if (saved > 0) changes.push({ saved, change: [{ from: first.from, to: last.to, insert }] });
  };
  const textOf = ([start, end]: Range) =>
    start < end ? text.slice(tokens[start]?.from, tokens[end - 1]?.to) : '';
  for (const range of expressionsIn(tokens)) {
    for (const value of ['0', '{}']) replace(range, value);
    for (const operand of operandsOf(tokens, range)) replace(range, textOf(operand));
  }
  tokens.forEach(({ text: symbol }, open) => {
    if (symbol !== '(' && symbol !== '[') return;
    const after = afterClosing(tokens, open);
    const start = tokens[open - 1]?.kind === 'word' ? open - 1 : open;
    // `f(a, b)` becomes `a` or `b`, `(a)` becomes `a`, `a[i]` and `a.f(b)` become `a`.
    for (const inner of innerOf(tokens, open, after)) replace([start, after], textOf(inner));
    if (start < open) replace([open, after], '');
    if (tokens[start - 1]?.text === '.') replace([start - 1, after], '');
  });
  tokens.forEach(({ text: symbol }, at) => {
    if (symbol === '.') replace([at, at + 2], '');
  });
  return changes.sort((one, other) => other.saved - one.saved).map(({ change }) => change);
}

function expressionsIn(tokens: readonly Token[]): Range[] {
  return tokens.flatMap((_, start): Range[] => {
    if (!START.test(tokens[start - 1]?.text ?? '')) return [];
    let end = start;
    while (end < tokens.length && !END.test(tokens[end]?.text ?? '')) {
      end = afterClosing(tokens, end);
    }
    return end > start ? [[start, end]] : [];
  });
}

function operandsOf(tokens: readonly Token[], [start, end]: Range): Range[] {
  const operands: Range[] = [];
  let first = start;
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    if (!OPERATOR.test(tokens[at]?.text ?? '')) continue;
    if (at > first) operands.push([first, at]);
    first = at + 1;
  }
  if (operands.length === 0 || operands.length > MAX_OPERANDS)
    return operands.slice(0, MAX_OPERANDS);
  return first < end ? [...operands, [first, end]] : operands;
}

/** The arguments between the brackets, and those of calls among them. */
function innerOf(tokens: readonly Token[], open: number, after: number): Range[] {
  return elementsBetween(tokens, open + 1, after - 1).flatMap(({ start, end }): Range[] => {
    const call = tokens[start + 1]?.text === '(' && afterClosing(tokens, start + 1) === end;
    const own: Range = [start, end];
    return call
      ? [
          own,
          ...elementsBetween(tokens, start + 2, end - 1).map(
            (each): Range => [each.start, each.end],
          ),
        ]
      : [own];
  });
}
