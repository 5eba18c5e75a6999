import { upperBound } from '#core/util/partitionPoint.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { type Conditions, createActivity } from './activity.ts';

/**
 * A token of Slang source, with UTF-16 offsets. Comments, directives and inactive text have no
 * tokens.
 */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A directive, with its continuation lines. */
const DIRECTIVE = /#(?:[^\n\\]|\\\r?\n|\\)*/y;

/**
 * A single expression, for speed: white space and comments, strings, words, numbers, symbols. An
 * unterminated string ends with its line, other unterminated tokens with the text.
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

const SLICE = 4096;

/** A directive in active text, such as `#include "a.slang"`. */
export interface Directive extends Span {
  readonly text: string;
  /** Whether an enclosing condition may make it inactive. */
  readonly isConditional: boolean;
}

/** Splits a source into tokens. Accepts any text; unknown characters become symbols. */
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
 * The index after the bracket that closes the one at `open`; the end of the tokens if none does.
 * Only brackets of the same kind count.
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
 * The index after the angle bracket that closes the one at `open`, in types and heads of
 * declarations: `<T : IA & IB, let N : int = 4>`. Returns `open` if that angle is a comparison.
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

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The comma-separated values of a list; `start` and `end` are token indices. */
export function splitList(
  tokens: readonly Token[],
  start: number,
  end: number,
): readonly (readonly Token[])[] {
  return elementsBetween(tokens, start, end, false).map((each) =>
    tokens.slice(each.start, each.end),
  );
}

/** An element of a list, as token indices, without commas. */
export interface Element {
  readonly start: number;
  readonly end: number;
}

/**
 * The elements of a list. If it may name types, angle brackets may hold commas; in values, angles
 * compare.
 */
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

/** Finds the one-based line of an offset of `text`, in UTF-16 units. Lines end as in an editor. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => upperBound(starts, offset);
}
