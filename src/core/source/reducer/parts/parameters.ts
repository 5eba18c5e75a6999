import { readSource, withMembers } from '#core/source/declarations.ts';
import type { Change } from '#core/source/reducer/change.ts';
import {
  afterAngles,
  afterClosing,
  type Element,
  elementsBetween,
  readTokens,
  type Token,
} from '#core/source/tokens.ts';
import { elementRemoval } from './lists.ts';

/**
 * The parameters of functions with their arguments in all calls, and those of generic types and
 * functions. A name stands for all its overloads, which lose the same parameter if they have it.
 */
export function findParameters(text: string): Change[] {
  const tokens = readTokens(text);
  const names = new Set(withMembers(readSource(text).declarations).map(({ name }) => name));
  return [...names].flatMap((name) => [
    ...changesOf(tokens, (at) => callAt(tokens, at, name)),
    ...changesOf(tokens, (at) => genericAt(tokens, at, name)),
  ]);
}

function changesOf(tokens: readonly Token[], find: (at: number) => Element | null): Change[] {
  const lists = tokens.flatMap((_, at) => {
    const found = find(at);
    return found ? [elementsBetween(tokens, found.start, found.end)] : [];
  });
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) =>
    lists.flatMap((elements) => [...elementRemoval(tokens, elements, index)]),
  ).filter((change) => change.length > 0);
}

/** What is between the parentheses behind the name, with or without generic arguments. */
function callAt(tokens: readonly Token[], at: number, name: string): Element | null {
  if (tokens[at]?.text !== name) return null;
  const open = tokens[at + 1]?.text === '<' ? afterAngles(tokens, at + 1) : at + 1;
  if (tokens[open]?.text !== '(') return null;
  return { start: open + 1, end: afterClosing(tokens, open) - 1 };
}

/** What is between the angle brackets behind the name. */
function genericAt(tokens: readonly Token[], at: number, name: string): Element | null {
  if (tokens[at]?.text !== name || tokens[at + 1]?.text !== '<') return null;
  const close = afterAngles(tokens, at + 1);
  return close === at + 1 ? null : { start: at + 2, end: close - 1 };
}
