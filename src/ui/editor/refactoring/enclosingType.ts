import { afterClosing, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** The declaration of a type, as far as tokens tell. */
export interface TypeHeader {
  readonly kind: 'struct' | 'interface' | 'extension' | 'enum';
  /** Of an extension, the name of the type that it extends. */
  readonly name: Token;
  /** The last word of each type behind the colon. */
  readonly bases: readonly Token[];
  /** Token indices of the braces. */
  readonly open: number;
  readonly close: number;
}

const KINDS: Readonly<Record<string, TypeHeader['kind']>> = {
  struct: 'struct',
  class: 'struct',
  interface: 'interface',
  extension: 'extension',
  enum: 'enum',
};

const read = new WeakMap<readonly Token[], readonly TypeHeader[]>();

/** All types with a body, in the order of their keywords. */
export function typeHeaders(tokens: readonly Token[]): readonly TypeHeader[] {
  const known = read.get(tokens);
  if (known) return known;
  const headers = tokens.flatMap((token, index) => {
    const kind = token.kind === 'word' && ownValue(KINDS, token.text);
    return (kind && readHeader(tokens, index, kind)) || [];
  });
  read.set(tokens, headers);
  return headers;
}

/** The innermost type whose braces contain the token. */
export function enclosingType(tokens: readonly Token[], index: number): TypeHeader | undefined {
  return typeHeaders(tokens).findLast(({ open, close }) => open < index && index < close);
}

function readHeader(
  tokens: readonly Token[],
  keyword: number,
  kind: TypeHeader['kind'],
): TypeHeader | undefined {
  let at = keyword + 1;
  // `extension<T : IShape> Box<T>`, and `enum class`.
  if (tokens[at]?.text === '<') at = afterAngles(tokens, at);
  if (kind === 'enum' && tokens[at]?.text === 'class') at += 1;
  let name = tokens[at];
  if (name?.kind !== 'word') return undefined;
  at += 1;
  for (; tokens[at]?.text === '::' || tokens[at]?.text === '.'; at += 2)
    name = tokens[at + 1] ?? name;
  if (tokens[at]?.text === '<') at = afterAngles(tokens, at);
  const bases: Token[] = [];
  const isBehindColon = tokens[at]?.text === ':';
  while (at < tokens.length && tokens[at]?.text !== '{') {
    const token = tokens[at];
    const next = tokens[at + 1]?.text;
    if (!token || /^[;})]$/.test(token.text)) return undefined;
    if (token.text === 'where') break;
    if (isBehindColon && token.kind === 'word' && next !== '::' && next !== '.') bases.push(token);
    at = token.text === '<' ? afterAngles(tokens, at) : at + 1;
  }
  while (at < tokens.length && !/^[;{]$/.test(tokens[at]?.text ?? '')) at += 1;
  if (tokens[at]?.text !== '{') return undefined;
  return { kind, name, bases, open: at, close: afterClosing(tokens, at) - 1 };
}

/** The index behind the `>` that closes the `<` at `open`, or behind `open` if none does. */
export function afterAngles(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const text = tokens[index]?.text ?? '';
    if (text === '<') depth += 1;
    else if (text === '>') {
      depth -= 1;
      if (depth === 0) return index + 1;
    } else if (/^[;{}]$/.test(text)) break;
    else if (text === '(') index = afterClosing(tokens, index) - 1;
  }
  return open + 1;
}
