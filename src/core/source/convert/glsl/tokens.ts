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

/** Replaces a span of a text with what `build` returns for the new texts of its parts. */
export interface Edit extends Span {
  /** Inside the span, in any order. */
  readonly parts: readonly Span[];
  build(texts: readonly string[]): string;
}

/** Applies the edits. An edit may lie inside a part of another; otherwise, edits do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[], span: Span): string {
  return render(text, nest(edits), span);
}

/** Equal for edits that have the same effect. */
export function describeEdits(edits: readonly Edit[]): string {
  return edits
    .map(({ from, to, parts, build }) => {
      const places = parts.map((part) => `${part.from}-${part.to}`);
      return `${from}-${to}:${build(places)}`;
    })
    .sort()
    .join('\n');
}

interface Nested {
  readonly edit: Edit;
  readonly inside: Nested[];
}

/** Of edits with the same span, the last one made is the outermost. Insertions come first. */
function nest(edits: readonly Edit[]): Nested[] {
  const ordered = edits
    .map((edit, made) => ({ edit, made }))
    .sort(
      (a, b) =>
        a.edit.from - b.edit.from ||
        Number(isEmpty(b.edit)) - Number(isEmpty(a.edit)) ||
        b.edit.to - a.edit.to ||
        b.made - a.made,
    );
  const roots: Nested[] = [];
  const open: Nested[] = [];
  for (const { edit } of ordered) {
    while (open.length > 0 && !isInside(edit, open.at(-1)?.edit)) open.pop();
    const nested = { edit, inside: [] };
    (open.at(-1)?.inside ?? roots).push(nested);
    open.push(nested);
  }
  return roots;
}

function isEmpty({ from, to }: Span): boolean {
  return from === to;
}

function isInside(inner: Span, outer: Span | undefined): boolean {
  return outer !== undefined && inner.from >= outer.from && inner.to <= outer.to;
}

function render(text: string, edits: readonly Nested[], { from, to }: Span): string {
  let rendered = '';
  let at = from;
  for (const { edit, inside } of edits) {
    if (edit.from < at || edit.to > to) continue;
    const parts = edit.parts.map((part) => render(text, inside, part));
    rendered += text.slice(at, edit.from) + edit.build(parts);
    at = edit.to;
  }
  return rendered + text.slice(at, to);
}

export function whole(text: string): Span {
  return { from: 0, to: text.length };
}

/** The whole lines of a directive, with the final line break. */
export function lineOf(text: string, { from, to }: Span): Span {
  const end = text.indexOf('\n', to);
  return { from: text.lastIndexOf('\n', from - 1) + 1, to: end < 0 ? text.length : end + 1 };
}
