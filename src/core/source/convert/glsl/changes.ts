import { type Context, END, type MadeEdit, type Range } from './context.ts';
import { type Frame, framesOf, type SeenToken, spanOfUse, spotIn } from './preprocess.ts';
import { describeEdits, type Edit, type Span } from './tokens.ts';

export function rename(context: Context, index: number, text: string): void {
  const token = context.tokens[index] ?? END;
  if (token === END || token.text === text) return;
  if (token.isPasted) split(context, { first: index, last: index });
  else addEdit(context, index, token.home, { ...token.span, parts: [], build: () => text });
}

/** Removes a token and the spaces after it. */
export function remove(context: Context, index: number): void {
  const token = context.tokens[index] ?? END;
  const { from } = token.span;
  let { to } = token.span;
  while (context.text[to] === ' ') to += 1;
  addEdit(context, index, token.home, { from, to, parts: [], build: () => '' });
}

/**
 * Replaces tokens with what `build` returns for the new texts of some parts.
 *
 * @param home the token whose frame gets the edit
 */
export function rewrite(
  context: Context,
  home: number,
  whole: Range,
  parts: readonly Range[],
  build: (texts: readonly string[]) => string,
): void {
  const frame = context.tokens[home]?.home ?? context.root;
  const span = spanIn(context, frame, whole);
  const spans = parts.map((part) => spanIn(context, frame, part));
  const found = spans.filter((each) => each !== null);
  if (span && found.length === parts.length)
    addEdit(context, home, frame, { ...span, parts: found, build });
  else split(context, whole);
}

export function change(context: Context, index: number, build: (old: string) => string): void {
  const token = { first: index, last: index };
  rewrite(context, index, token, [token], ([old = '']) => build(old));
}

/** Puts parentheses around tokens, in the frame of `home`. */
export function bracket(context: Context, home: number, whole: Range): void {
  rewrite(context, home, whole, [whole], ([text]) => `(${text})`);
}

/**
 * Adds a statement after an opening brace or before a closing one, formatted like its neighbours.
 */
export function insertStatement(context: Context, brace: number, statement: string): void {
  const { home, text, span } = context.tokens[brace] ?? END;
  const isOpen = text === '{';
  const before = context.text.slice(context.text.lastIndexOf('\n', span.from - 1) + 1, span.from);
  const after = /^[ \t]*\n(?:[ \t]*\n)*([ \t]*)/.exec(context.text.slice(span.to));
  const hasLine = home.macro === null && (isOpen ? after !== null : before.trim() === '');
  change(context, brace, (old) => {
    if (!hasLine) return isOpen ? `${old} ${statement}` : `${statement} ${old}`;
    return isOpen ? `${old}\n${after?.[1] ?? ''}${statement}` : `    ${statement}\n${before}${old}`;
  });
}

function addEdit({ edits, tokens }: Context, index: number, frame: Frame, edit: Edit): void {
  const made = { ...edit, at: tokens[index]?.span.from ?? edit.from };
  const known = edits.get(frame);
  if (known) known.push(made);
  else edits.set(frame, [made]);
}

/**
 * The span of tokens in a frame, extended to whole macro uses where it crosses them. Null if it
 * contains other tokens too.
 */
function spanIn({ tokens }: Context, frame: Frame, { first, last }: Range): Span | null {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  const uses = new Map<Frame, Use>();
  for (let index = first; index <= last; index += 1) {
    const token = tokens[index];
    const spot = token && spotIn(token, frame);
    if (!spot || (token.isPasted && token.home === frame)) return null;
    from = Math.min(from, spot.from);
    to = Math.max(to, spot.to);
    if (token.others) noteUses(uses, token, frame);
  }
  const whole = { from, to };
  for (const { span, isOnePlace } of uses.values()) {
    if (span.from <= from && span.to >= to) {
      if (!isOnePlace && (span.from < from || span.to > to)) return null;
    } else {
      whole.from = Math.min(whole.from, span.from);
      whole.to = Math.max(whole.to, span.to);
    }
  }
  const before = spotIn(tokens[first - 1] ?? END, frame);
  const after = spotIn(tokens[last + 1] ?? END, frame);
  const isShared = (before && before.to > whole.from) || (after && after.from < whole.to);
  return isShared ? null : whole;
}

interface Use {
  readonly span: Span;
  /** In the macro's text. */
  readonly place: Span | undefined;
  /** Whether all the tokens are at `place`. */
  isOnePlace: boolean;
}

function noteUses(uses: Map<Frame, Use>, token: SeenToken, frame: Frame): void {
  for (const each of framesOf(token)) {
    const span = each === frame ? undefined : spanOfUse(each, frame);
    if (!span) continue;
    const place = spotIn(token, each);
    const known = uses.get(each);
    if (!known) uses.set(each, { span, place, isOnePlace: true });
    else if (known.place?.from !== place?.from) known.isOnePlace = false;
  }
}

function split(context: Context, { first, last }: Range): void {
  for (let index = first; index <= last; index += 1) {
    for (const { macro } of framesOf(context.tokens[index] ?? END)) {
      if (macro) context.split.add(macro);
    }
  }
}

/**
 * Merges equal edits that were made to each copy of a macro argument. If the copies need different
 * texts, the macro is split.
 */
export function joinCopies(context: Context): void {
  const copies = new Map<Frame, Map<number, number[]>>();
  for (const [index, { home, span, others }] of context.tokens.entries()) {
    if (!others || !context.edits.has(home)) continue;
    const places = copies.get(home) ?? new Map<number, number[]>();
    copies.set(home, places);
    const known = places.get(span.from);
    if (known) known.push(index);
    else places.set(span.from, [index]);
  }
  for (const [frame, edits] of context.edits) {
    const joined = new Map<string, { readonly edit: MadeEdit; count: number }>();
    for (const edit of edits) {
      const key = `${edit.at} ${describeEdits([edit])}`;
      const known = joined.get(key);
      if (known) known.count += 1;
      else joined.set(key, { edit, count: 1 });
    }
    context.edits.set(
      frame,
      [...joined.values()].map(({ edit }) => edit),
    );
    for (const { edit, count } of joined.values()) {
      const all = copies.get(frame)?.get(edit.at) ?? [];
      if (all.length <= 1 || count === all.length) continue;
      for (const index of all) split(context, { first: index, last: index });
    }
  }
}
