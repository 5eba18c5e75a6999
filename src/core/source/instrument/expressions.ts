import { afterClosing, type Token } from '#core/source/tokens.ts';

/** Whether two tokens are written without anything between them. */
function touches(one: Token | undefined, other: Token | undefined): boolean {
  return one !== undefined && one.to === other?.from;
}

/** Behind the semicolon that ends a statement; brackets are stepped over. */
export function afterSemicolon(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (text === ';') return at + 1;
    at = /^[([{]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
  }
  return end;
}

export interface Assignment {
  /** What is assigned to, as indices of tokens. */
  readonly start: number;
  readonly end: number;
  /** Of the first token behind the operator. */
  readonly value: number;
  /** `=` alone, instead of `+=` and others. */
  readonly isPlain: boolean;
}

/** The assignment that a statement is; undefined if it is none. */
export function assignmentIn(
  tokens: readonly Token[],
  start: number,
  end: number,
): Assignment | undefined {
  let at = start;
  while (at < end) {
    const token = tokens[at];
    const text = token?.text ?? '';
    if (/^[([{]$/.test(text)) {
      at = afterClosing(tokens, at, end);
      continue;
    }
    if (text === '=') {
      const next = tokens[at + 1];
      const isComparison = touches(token, next) && next?.text === '=';
      const isLambda = touches(token, next) && next?.text === '>';
      const operator = operatorBefore(tokens, at);
      if (isComparison) at += 2;
      else if (isLambda || operator === undefined) return undefined;
      else return { start, end: at - operator, value: at + 1, isPlain: operator === 0 };
      continue;
    }
    at += 1;
  }
  return undefined;
}

/** How many tokens of an operator stand before its `=`; undefined if it compares. */
function operatorBefore(tokens: readonly Token[], at: number): number | undefined {
  const before = tokens[at - 1];
  if (!touches(before, tokens[at])) return 0;
  const text = before?.text ?? '';
  if (/^[+\-*/%&|^]$/.test(text)) return 1;
  if (/^[<>]$/.test(text)) {
    const isShift = touches(tokens[at - 2], before) && tokens[at - 2]?.text === text;
    return isShift ? 2 : undefined;
  }
  return /^[!=]$/.test(text) ? undefined : 0;
}

/** Types whose names convert what stands in parentheses, and do nothing else. */
const CASTS = /^(?:bool|int|uint|float|half|double|u?int(?:8|16|32|64)_t)(?:[1-4](?:x[1-4])?)?$/;

/** Whether evaluating it once more changes nothing, and gives the same. */
export function isRepeatable(tokens: readonly Token[], start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const { text = '', kind } = tokens[at] ?? {};
    if (text === '=' || text === '?' || text === '{' || kind === 'string') return false;
    const next = tokens[at + 1];
    if (/^[+-]$/.test(text) && next?.text === text && touches(tokens[at], next)) return false;
    if (text === '(') {
      const before = tokens[at - 1];
      const isCast = before?.kind === 'word' && CASTS.test(before.text);
      if (at > start && before?.kind === 'word' && !isCast) return false;
    }
  }
  return end > start;
}

export interface LambdaBody {
  /** Between its parentheses. */
  readonly parameters: readonly [start: number, end: number];
  /** Of the body's first token. */
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

/** The lambdas in an expression, outermost first; what is in them is left to whoever reads them. */
export function lambdasIn(tokens: readonly Token[], start: number, end: number): LambdaBody[] {
  const found: LambdaBody[] = [];
  let at = start;
  while (at < end) {
    const isArrow =
      tokens[at]?.text === '=' &&
      tokens[at + 1]?.text === '>' &&
      touches(tokens[at], tokens[at + 1]);
    if (!isArrow || tokens[at - 1]?.text !== ')') {
      at += 1;
      continue;
    }
    const body = at + 2;
    const isBlock = tokens[body]?.text === '{';
    const stop = isBlock ? afterClosing(tokens, body, end) : endOfExpression(tokens, body, end);
    const open = openingBefore(tokens, at - 1, start);
    found.push({ parameters: [open + 1, at - 1], start: body, end: stop, isBlock });
    at = stop;
  }
  return found;
}

/** Of the parenthesis that the one at `close` closes. */
function openingBefore(tokens: readonly Token[], close: number, start: number): number {
  let depth = 0;
  for (let at = close; at >= start; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return start;
}

/** Of the comma, bracket or semicolon that ends an expression. */
function endOfExpression(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (/^[,;)\]}]$/.test(text)) return at;
    at = /^[([{]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
  }
  return end;
}
