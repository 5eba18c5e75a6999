import { type Change, removal } from '#core/source/reducer/change.ts';
import {
  afterClosing,
  type Element,
  elementsBetween,
  readTokens,
  type Token,
} from '#core/source/tokens.ts';

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
