import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Conditions, createActivity } from './activity.ts';

/** A token of Slang source in UTF-16 offsets; comments, directives and inactive text are no tokens. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** To the end of its line, including lines that backslashes continue. */
const DIRECTIVE = /#(?:[^\n\\]|\\\r?\n|\\)*/y;

/**
 * One expression for all, because a source has many tokens: space and comments, strings, words,
 * numbers, symbols. An unterminated string ends with its line, other unterminated tokens at the
 * end of the text.
 */
const TOKEN = new RegExp(
  [
    /([\s\\]+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/,
    /(R"([^\s()\\"]{0,16})\((?:[\s\S]*?\)\2"|[\s\S]*$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/,
    /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/,
    /(\.?\d(?:[eEpP][+-]|[\w.])*)/,
    /(?:::|[\s\S])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** Tokens that are read without a pause. */
const SLICE = 4096;

/** A directive in active text, such as `#include "a.slang"`. */
export interface Directive extends Span {
  readonly text: string;
  /** Whether a condition around it may make it inactive. */
  readonly isConditional: boolean;
}

/** Splits a source into tokens. Text that is not Slang becomes symbols; every text is accepted. */
export function readTokens(text: string, onDirective?: (directive: Directive) => void): Token[] {
  return runAtOnce(readTokensInSlices(text, onDirective));
}

export function* readTokensInSlices(
  text: string,
  onDirective?: (directive: Directive) => void,
  conditions?: Conditions,
): Sliced<Token[]> {
  const tokens: Token[] = [];
  const activity = createActivity(conditions);
  let at = 0;
  let lineStart = true;
  while (at < text.length) {
    if (lineStart && text[at] === '#') {
      DIRECTIVE.lastIndex = at;
      const directive = DIRECTIVE.exec(text)?.[0] ?? '#';
      activity.direct(directive);
      if (onDirective && activity.isActive()) {
        const isConditional = activity.isConditional();
        onDirective({ text: directive, from: at, to: at + directive.length, isConditional });
      }
      at += directive.length;
      continue;
    }
    TOKEN.lastIndex = at;
    const [piece = '', skipped, string, , word, number] = TOKEN.exec(text) ?? [];
    const to = at + Math.max(piece.length, 1);
    if (skipped !== undefined) {
      lineStart ||= skipped.includes('\n');
    } else {
      const kind =
        string !== undefined
          ? 'string'
          : word !== undefined
            ? 'word'
            : number !== undefined
              ? 'number'
              : 'symbol';
      if (activity.isActive()) tokens.push({ kind, text: piece, from: at, to });
      if (tokens.length % SLICE === 0) yield;
      lineStart = false;
    }
    at = to;
  }
  return tokens;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/**
 * The index behind the bracket that closes the one at `open`, by kind of bracket; the end of the
 * tokens if none does.
 */
export function afterClosing(tokens: readonly Token[], open: number, end = tokens.length): number {
  const opening = tokens[open]?.text ?? '';
  const closing = CLOSING.get(opening);
  if (closing === undefined) return Math.min(open + 1, end);
  let depth = 0;
  for (let index = open; index < end; index += 1) {
    const token = tokens[index];
    if (token?.kind !== 'symbol') continue;
    if (token.text === opening) depth += 1;
    else if (token.text === closing) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return end;
}

/**
 * The index after the angle that closes the one at `open`, in types and in the heads of declarations:
 * `<T : IA & IB, let N : int = 4>`. It is `open` where that angle compares two values.
 */
export function afterAngles(tokens: readonly Token[], open: number, end = tokens.length): number {
  let depth = 0;
  let at = open;
  while (at < end) {
    const { text = '', from } = tokens[at] ?? {};
    const before = tokens[at - 1];
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (/^[;{})\]|?!]$/.test(text)) return open;
    else if (before?.to === from && /^(?:&&|[<>=]=)$/.test(before?.text + text)) return open;
    at = /^[([]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
    if (depth === 0) return at;
  }
  return open;
}

/** A part of the source. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The values between the commas of a list; `start` and `end` are indices. */
export function splitList(
  tokens: readonly Token[],
  start: number,
  end: number,
): readonly (readonly Token[])[] {
  return elementsBetween(tokens, start, end, false).map((each) =>
    tokens.slice(each.start, each.end),
  );
}

/** An element of a list, by the indices of its tokens, without the commas. */
export interface Element {
  readonly start: number;
  readonly end: number;
}

/** The elements of a list. If it may name types, their angles hold commas too; in values, angles compare. */
export function elementsBetween(
  tokens: readonly Token[],
  start: number,
  end: number,
  mayNameTypes = true,
): Element[] {
  if (start >= end) return [];
  const elements: Element[] = [];
  let first = start;
  for (let at = start; at < end; ) {
    const text = tokens[at]?.text ?? '';
    if (text === ',') {
      elements.push({ start: first, end: at });
      first = at + 1;
    }
    const isAngle = mayNameTypes && text === '<' && tokens[at - 1]?.kind === 'word';
    const after = isAngle ? afterAngles(tokens, at, end) : afterClosing(tokens, at, end);
    at = Math.max(after, at + 1);
  }
  return [...elements, { start: first, end }];
}
