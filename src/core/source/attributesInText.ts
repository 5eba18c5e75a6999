import { afterClosing, type Span, splitList, type Token } from './tokens.ts';

/** An attribute as written, such as `playground::CALL(8, 8, 1)`, without the brackets. */
export interface AttributeInText extends Span {
  /** The name in reflection: `playground_CALL_SIZE_OF`. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly arguments: readonly Span[];
  /** From bracket to bracket, including the other attributes of the group. */
  readonly group: Span & { readonly size: number };
}

/** Reads all groups of attributes from `start` on; `next` is the index after them. */
export function readAttributes(
  tokens: readonly Token[],
  start: number,
  end: number,
): { readonly attributes: readonly AttributeInText[]; readonly next: number } {
  const attributes: AttributeInText[] = [];
  let at = start;
  while (at < end && tokens[at]?.text === '[') {
    // An unclosed group ends with its declaration.
    let last = at;
    while (last < end && !/^[;{}]$/.test(tokens[last]?.text ?? '')) last += 1;
    const close = afterClosing(tokens, at, last);
    attributes.push(...readGroup(tokens, at, close));
    at = close;
  }
  return { attributes, next: at };
}

function readGroup(tokens: readonly Token[], open: number, close: number): AttributeInText[] {
  // `[[vk::binding(0)]]` is a group inside a group.
  const isDouble = tokens[open + 1]?.text === '[';
  const items = splitList(tokens, open + (isDouble ? 2 : 1), close - (isDouble ? 2 : 1));
  const from = tokens[open]?.from ?? 0;
  const to = tokens[close - 1]?.to ?? from;
  return items.flatMap((item) => readAttribute(item, { from, to, size: items.length }) ?? []);
}

function readAttribute(
  item: readonly Token[],
  group: AttributeInText['group'],
): AttributeInText | undefined {
  const open = item.findIndex(({ text }) => text === '(');
  const path = open < 0 ? item : item.slice(0, open);
  const [first] = path;
  const last = path.at(-1);
  const end = item.at(-1);
  if (first?.kind !== 'word' || !last || !end) return undefined;
  const close = open < 0 ? open : afterClosing(item, open);
  const list = open < 0 ? [] : splitList(item, open + 1, close - 1);
  return {
    name: path.map(({ text }) => (text === '::' ? '_' : text)).join(''),
    nameSpan: { from: first.from, to: last.to },
    arguments: list.flatMap((argument) => {
      const [start] = argument;
      const stop = argument.at(-1);
      return start && stop ? [{ from: start.from, to: stop.to }] : [];
    }),
    from: first.from,
    to: end.to,
    group,
  };
}
