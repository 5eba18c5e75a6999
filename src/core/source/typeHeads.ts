import { afterAngles, afterClosing, type Token } from './tokens.ts';

/** The part of a type's declaration before its braces. */
export interface TypeHead {
  readonly kind: 'struct' | 'class' | 'interface' | 'extension' | 'enum';
  /** Token index of its keyword, such as `struct`. */
  readonly keyword: number;
  /** For an extension, the last word of the extended type. */
  readonly name: Token;
  /** With the angle brackets; empty if there are none. */
  readonly generics: readonly Token[];
  /** From the word `where`; empty if there is none. */
  readonly constraints: readonly Token[];
  /** The last word of each type after the colon. */
  readonly bases: readonly Token[];
  /** Token indices of the braces. */
  readonly open: number;
  readonly close: number;
}

const TYPES = /^(?:struct|class|interface|extension|enum)$/;

const heads = new WeakMap<readonly Token[], readonly TypeHead[]>();

/** All types with a body, including those in functions, in source order of their keywords. */
export function typeHeads(tokens: readonly Token[]): readonly TypeHead[] {
  const known = heads.get(tokens);
  if (known) return known;
  const found = tokens.flatMap(({ text }, at) =>
    TYPES.test(text) ? (readTypeHead(tokens, at) ?? []) : [],
  );
  heads.set(tokens, found);
  return found;
}

/** The innermost type whose braces contain the token. */
export function enclosingType(tokens: readonly Token[], index: number): TypeHead | undefined {
  return typeHeads(tokens).findLast(({ open, close }) => open < index && index < close);
}

/** Undefined if the type has no name or no body. */
export function readTypeHead(tokens: readonly Token[], keyword: number): TypeHead | undefined {
  const kind = tokens[keyword]?.text as TypeHead['kind'];
  let at = keyword + 1;
  // `extension<T : IShape> Box<T>`, and `enum class`.
  if (tokens[at]?.text === '<') at = afterAngles(tokens, at);
  if (kind === 'enum' && tokens[at]?.text === 'class') at += 1;
  let name = tokens[at];
  if (name?.kind !== 'word') return undefined;
  at += 1;
  for (; tokens[at]?.text === '::' || tokens[at]?.text === '.'; at += 2)
    name = tokens[at + 1] ?? name;
  const nameEnd = at;
  if (tokens[at]?.text === '<') at = afterAngles(tokens, at);
  const generics = tokens.slice(nameEnd, at);
  const bases: Token[] = [];
  const isBehindColon = tokens[at]?.text === ':';
  while (at < tokens.length && !/^(?:where|[{;})=])$/.test(tokens[at]?.text ?? '')) {
    const token = tokens[at];
    const isQualifier = /^(?:::|\.)$/.test(tokens[at + 1]?.text ?? '');
    if (isBehindColon && token?.kind === 'word' && !isQualifier) bases.push(token);
    const isList = token?.text === '<';
    at = Math.max(at + 1, isList ? afterAngles(tokens, at) : afterClosing(tokens, at));
  }
  const where = at;
  // Constraints have operators: `where T.D == T`.
  if (tokens[at]?.text === 'where') {
    while (at < tokens.length && !/^[;{}]$/.test(tokens[at]?.text ?? '')) at += 1;
  }
  if (tokens[at]?.text !== '{') return undefined;
  const close = afterClosing(tokens, at) - 1;
  const constraints = tokens.slice(where, at);
  return { kind, keyword, name, generics, constraints, bases, open: at, close };
}
