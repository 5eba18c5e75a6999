/** A range of offsets in the source or in a macro’s body. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Token extends Span {
  readonly kind: 'word' | 'number' | 'symbol';
  readonly text: string;
}

/** A preprocessor line, with its continuation lines. */
export interface DirectiveLine extends Span {
  readonly kind: 'directive';
  /** Such as `define`; empty for a lone `#`. */
  readonly name: string;
  /** Offset after the name. */
  readonly rest: number;
}

const PIECE =
  /(?<space>[\s\\]+|\/\/(?:[^\n\\]|\\\n|\\)*|\/\*[\s\S]*?(?:\*\/|$))|(?<word>[A-Za-z_]\w*)|(?<number>(?:\.\d|\d)(?:[eE][+-]|[\w.])*)|(?<symbol><<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|##|[-+*/%&|^]=|[\s\S])/y;

const DIRECTIVE = /#[ \t]*(\w*)(?:\/\*[\s\S]*?(?:\*\/|$)|\/(?!\/)|[^\n\\/]|\\\n|\\|\/\/[^\n]*)*/y;

/** Splits GLSL into tokens and directives. Skips comments and white space; accepts any text. */
export function readGlsl(text: string): (Token | DirectiveLine)[] {
  const read: (Token | DirectiveLine)[] = [];
  let at = 0;
  let isLineStart = true;
  while (at < text.length) {
    if (isLineStart && text[at] === '#') {
      DIRECTIVE.lastIndex = at;
      const [line = '#', name = ''] = DIRECTIVE.exec(text) ?? [];
      const rest = at + line.indexOf(name) + name.length;
      read.push({
        kind: 'directive',
        name,
        rest: name === '' ? at + 1 : rest,
        from: at,
        to: at + line.length,
      });
      at += line.length;
      continue;
    }
    const token = tokenAt(text, at);
    isLineStart = token.kind === 'space' && (isLineStart || token.text.includes('\n'));
    if (token.kind !== 'space') read.push({ ...token, kind: token.kind });
    at = token.to;
  }
  return read;
}

export function readTokens(text: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  for (let at = from; at < to; ) {
    const token = tokenAt(text, at);
    if (token.to > to) break;
    if (token.kind !== 'space') tokens.push({ ...token, kind: token.kind });
    at = token.to;
  }
  return tokens;
}

interface Piece extends Span {
  readonly kind: Token['kind'] | 'space';
  readonly text: string;
}

function tokenAt(text: string, from: number): Piece {
  PIECE.lastIndex = from;
  const found = PIECE.exec(text);
  const piece = found?.[0] ?? text[from] ?? '';
  const { space, word, number } = found?.groups ?? {};
  const kind =
    space !== undefined
      ? 'space'
      : word !== undefined
        ? 'word'
        : number !== undefined
          ? 'number'
          : 'symbol';
  return { kind, text: piece, from, to: from + Math.max(1, piece.length) };
}
