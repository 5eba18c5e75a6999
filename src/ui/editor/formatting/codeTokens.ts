/** A piece of a text that is not white space, in UTF-16 offsets. */
export interface CodeToken {
  readonly kind: 'comment' | 'string' | 'directive' | 'name' | 'end of directive' | 'other';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Every token of a text, comments and directives among them. Unlike the reader of the lints, it tells
 * `--` from `- -`: two texts with equal tokens mean the same.
 */
export function readCodeTokens(text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let isLineStart = true;
  let inDirective = false;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [piece = '', space, comment, string, name] = TOKEN.exec(text) ?? [];
    const to = at + Math.max(piece.length, 1);
    if (space !== undefined) {
      const isLineEnd = /(?<!\\\r?)\n/.test(space);
      if (isLineEnd && inDirective) {
        tokens.push({ kind: 'end of directive', text: '', from: at, to: at });
        inDirective = false;
      }
      isLineStart ||= isLineEnd;
    } else {
      const isHash: boolean = text[at] === '#' && isLineStart;
      inDirective ||= isHash;
      const kind: CodeToken['kind'] =
        isHash || (inDirective && opensParameters(text, tokens, at))
          ? 'directive'
          : comment !== undefined
            ? 'comment'
            : string !== undefined
              ? 'string'
              : name !== undefined
                ? 'name'
                : 'other';
      tokens.push({ kind, text: text.slice(at, to), from: at, to });
      // A directive may follow a comment.
      isLineStart = isLineStart && kind === 'comment';
    }
    at = to;
  }
  return tokens;
}

/** Whether the token is the parenthesis of `#define f(x)`, which `#define f (x)` does not have. */
function opensParameters(text: string, tokens: readonly CodeToken[], at: number): boolean {
  const [hash, define, name] = tokens.slice(-3);
  return text[at] === '(' && hash?.text === '#' && define?.text === 'define' && name?.to === at;
}

const TOKEN = new RegExp(
  [
    // White space, and the ends of continued lines.
    /((?:\s|\\\r?\n)+)/,
    /(\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$))/,
    /(R"(?:[^\s()\\"]{0,16})\([\s\S]*?(?:\)[^\s()\\"]{0,16}"|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?)/,
    /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/,
    /\.?\d(?:[eEpP][+-]|[\w.])*/,
    // Not `>>`, which may be two brackets.
    /<<=|<=>|\.\.\.|->|::|=>|&&|\|\||\+\+|--|<<|##|[-+*/%&|^=!<>]=/,
    /[\s\S]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** Whether two tokens mean the same: in comments, white space at the ends of lines does not count. */
export function sameToken(one: CodeToken | undefined, other: CodeToken | undefined): boolean {
  if (one?.kind !== other?.kind) return false;
  if (one?.text === other?.text) return true;
  if (one?.kind !== 'comment' || !other) return false;
  return withoutMargins(one.text) === withoutMargins(other.text);
}

function withoutMargins(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
