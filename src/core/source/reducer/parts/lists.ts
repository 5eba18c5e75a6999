import { type Change, removal } from '#core/source/reducer/change.ts';
import { afterClosing, readTokens, type Token } from '#core/source/tokens.ts';

/** The indices of the tokens of a list's elements, without the commas. */
export interface Element {
  readonly start: number;
  readonly end: number;
}

/** The elements between the brackets, or none if they are empty. */
export function elementsBetween(tokens: readonly Token[], start: number, end: number): Element[] {
  if (start >= end) return [];
  const elements: Element[] = [];
  let first = start;
  let angles = 0;
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    const text = tokens[at]?.text ?? '';
    if (text === '<' && /^\w/.test(tokens[at - 1]?.text ?? ''))
      angles += opensAngles(tokens, at, end);
    else if (text === '>') angles = Math.max(0, angles - 1);
    else if (text === ',' && angles === 0) {
      elements.push({ start: first, end: at });
      first = at + 1;
    }
  }
  elements.push({ start: first, end });
  return elements;
}

/** 1 if this is the start of generic arguments rather than a comparison. */
function opensAngles(tokens: readonly Token[], open: number, end: number): 0 | 1 {
  return afterAngles(tokens, open, end) === null ? 0 : 1;
}

/** The index behind the `>` that closes the `<` at `open`; null if it is a comparison. */
export function afterAngles(tokens: readonly Token[], open: number, end: number): number | null {
  let depth = 0;
  for (let at = open; at < end; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (/^[;{}()=?&|]$/.test(text)) return null;
    if (depth === 0) return at + 1;
  }
  return null;
}

/** An element with the comma that it needs. */
export function elementRemoval(
  tokens: readonly Token[],
  elements: readonly Element[],
  index: number,
): Change {
  const element = elements[index];
  const next = elements[index + 1];
  const before = elements[index - 1];
  const first = element && tokens[element.start];
  const last = element && tokens[element.end - 1];
  if (!element || !first || !last || element.start >= element.end) return [];
  if (next) return [removal({ from: first.from, to: tokens[next.start]?.from ?? last.to })];
  return [
    removal({ from: before ? (tokens[before.end]?.from ?? first.from) : first.from, to: last.to }),
  ];
}

/** Each element of each list: arguments, cases, attributes, initial values, interfaces. */
export function findListElements(text: string): Change[] {
  const tokens = readTokens(text);
  const changes: Change[] = [];
  tokens.forEach((token, open) => {
    if (token.kind !== 'symbol' || !/^[([{]$/.test(token.text)) return;
    const elements = elementsBetween(tokens, open + 1, afterClosing(tokens, open) - 1);
    changes.push(...elements.map((_, index) => elementRemoval(tokens, elements, index)));
  });
  return changes.filter((change) => change.length > 0);
}
