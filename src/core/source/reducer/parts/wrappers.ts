import { type Change, removal } from '#core/source/reducer/change.ts';
import { type Item, itemLevels, readItems } from '#core/source/reducer/items.ts';
import { afterClosing, readTokens, type Token } from '#core/source/tokens.ts';

/** What a statement has in its braces, instead of the statement: `if (…) { a; }` becomes `a;`. */
export function findWrappers(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap((item) =>
    item.blocks.map(({ start, end }) => {
      const [first, last] = [tokens[start], tokens[end - 1]];
      const insert = first && last && start < end ? text.slice(first.from, last.to) : '';
      return [{ from: item.from, to: item.to, insert }];
    }),
  );
}

/** The attributes and modifiers before a declaration or a statement. */
export function findAttributes(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap(({ start, end }) => {
    const changes: Change[] = [];
    for (let at = start; at < end; ) {
      const token = tokens[at];
      if (!token) break;
      const next = token.text === '[' ? afterClosing(tokens, at, end) : at + 1;
      if (token.text !== '[' && !MODIFIERS.has(token.text)) break;
      changes.push([removal({ from: token.from, to: tokens[next - 1]?.to ?? token.to })]);
      at = next;
    }
    return changes;
  });
}

const MODIFIERS: ReadonlySet<string> = new Set(
  'public internal private export static const uniform inline groupshared in inout out precise'.split(
    ' ',
  ),
);

/**
 * What an item ends with: an initial value, a semantic, a list of interfaces. Also a branch of a
 * condition with its `else`.
 */
export function findTails(text: string): Change[] {
  const tokens = readTokens(text);
  return allItems(tokens).flatMap((item) => [
    ...tailsOf(tokens, item),
    ...branchesOf(tokens, item),
  ]);
}

function tailsOf(tokens: readonly Token[], { start, end }: Item): Change[] {
  const changes: Change[] = [];
  let stop = start;
  while (stop < end && !/^[;{}]$/.test(tokens[stop]?.text ?? '')) {
    stop = afterClosing(tokens, stop, end);
  }
  for (let at = start + 1; at < stop; at = afterClosing(tokens, at, stop)) {
    const token = tokens[at];
    const last = tokens[stop - 1];
    if (token && last && /^(?:=|:|where)$/.test(token.text)) {
      changes.push([removal({ from: token.from, to: last.to })]);
    }
  }
  return changes;
}

function branchesOf(tokens: readonly Token[], { start, end, to }: Item): Change[] {
  for (let at = start; at < end; at = afterClosing(tokens, at, end)) {
    const token = tokens[at];
    if (at > start && token?.text === 'else') return [[removal({ from: token.from, to })]];
  }
  return [];
}

function allItems(tokens: readonly Token[]): Item[] {
  return itemLevels(readItems(tokens)).flat();
}
