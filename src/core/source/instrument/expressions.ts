import { afterClosing, type Token } from '#core/source/tokens.ts';
import { addSite, insert, is, replaceToken, spanOf, type Writer } from './writer.ts';

/** Whether two tokens are adjacent, without white space or comments. */
function touches(one: Token | undefined, other: Token | undefined): boolean {
  return one !== undefined && one.to === other?.from;
}

/** The index after the semicolon that ends a statement. Skips over brackets. */
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
  /** Token range of the target. */
  readonly start: number;
  readonly end: number;
  /** Index of the first token after the operator. */
  readonly value: number;
  /** `=` rather than `+=` and so on. */
  readonly isPlain: boolean;
}

/** Undefined if the statement is not an assignment. */
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

/** How many tokens of the operator precede the `=`; undefined for a comparison. */
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

/** Types whose names convert the value in parentheses, without side effects. */
const CASTS = /^(?:bool|int|uint|float|half|double|u?int(?:8|16|32|64)_t)(?:[1-4](?:x[1-4])?)?$/;

/** Whether evaluating the expression again has no side effects and yields the same value. */
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
  /** Tokens between the parentheses. */
  readonly parameters: readonly [start: number, end: number];
  /** Token range of the body. */
  readonly start: number;
  readonly end: number;
  readonly isBlock: boolean;
}

/** The outermost lambdas in an expression. The caller handles nested ones. */
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

/** The index of the parenthesis that the one at `close` closes. */
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

/** The index of the comma, bracket or semicolon that ends an expression. */
function endOfExpression(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (/^[,;)\]}]$/.test(text)) return at;
    at = /^[([{]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
  }
  return end;
}

const PICTURE = 'outputTexture';
const DRAW = 'drawPixel';

/**
 * Makes a store to the picture a recorded one: `outputTexture.Store(…)`, `outputTexture[…] = …` or
 * `drawPixel(…)`.
 */
export function readStore(w: Writer, at: number, end: number): void {
  const text = w.tokens[at]?.text;
  if (text !== PICTURE && text !== DRAW) return;
  if (w.refused.stores !== null || /^(?:\.|->|::)$/.test(w.tokens[at - 1]?.text ?? '')) return;
  if (text === DRAW) readDraw(w, at, end);
  else if (is(w, at + 1, '.') && is(w, at + 2, 'Store') && is(w, at + 3, '(')) {
    readCall(w, at, end);
  } else if (is(w, at + 1, '[')) readAssignment(w, at, end);
}

/** `drawPixel(position, color)` of `import rendering;`. */
function readDraw(w: Writer, at: number, end: number): void {
  if (!is(w, at + 1, '(') || w.signatures.isOwn(DRAW)) return;
  const site = storeSite(w, at, afterClosing(w.tokens, at + 1, end));
  if (site === null) return;
  replaceToken(w, at, `${w.prefix}drawPixel${w.suffix}`);
  replaceToken(w, at + 1, `(${site}, `);
}

function readCall(w: Writer, at: number, end: number): void {
  const site = storeSite(w, at, afterClosing(w.tokens, at + 3, end));
  if (site === null) return;
  replaceToken(w, at, `${w.prefix}store${w.suffix}`);
  replaceToken(w, at + 1, '');
  replaceToken(w, at + 2, '');
  replaceToken(w, at + 3, `(${site}, `);
}

function readAssignment(w: Writer, at: number, end: number): void {
  const close = afterClosing(w.tokens, at + 1, end);
  const isPlain = is(w, close, '=') && !is(w, close + 1, '=');
  const after = afterSemicolon(w.tokens, close, end);
  const isStatement = isPlain && /^[;{}):]$/.test(w.tokens[at - 1]?.text ?? '');
  if (!isStatement) return;
  const last = is(w, after - 1, ';') ? after - 1 : after;
  const site = storeSite(w, at, last);
  const value = w.tokens[last - 1];
  if (site === null || !value) return;
  replaceToken(w, at, `${w.prefix}store${w.suffix}`);
  replaceToken(w, at + 1, `(${site}, `);
  replaceToken(w, close - 1, ',');
  replaceToken(w, close, '');
  insert(w, value.to, ')');
}

function storeSite(w: Writer, start: number, end: number): number | null {
  return addSite(w, spanOf(w, start, end), { kind: 'store' });
}

/** Whether the source stores colours to the picture, directly or through `drawPixel`. */
export function namesPicture({ tokens }: Pick<Writer, 'tokens'>): boolean {
  return tokens.some(({ text }) => text === PICTURE || text === DRAW);
}
