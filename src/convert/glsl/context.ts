import { brief } from '#shared/text.ts';
import type { Edit } from './edits.ts';
import {
  type Frame,
  framesOf,
  type Macro,
  type Preprocessed,
  type SeenToken,
  spotIn,
} from './preprocess.ts';
import type { Span } from './tokens.ts';
import type { Type } from './types.ts';

/** A function by its parameters. */
export interface Signature {
  readonly params: readonly (Type | null)[];
  readonly result: Type | null;
}

/** A part of the program, as indices of its first and last token. */
export interface Node {
  readonly first: number;
  readonly last: number;
  readonly type: Type | null;
}

/** What is read of a program, and what becomes of it. */
export interface Context {
  /** The source. */
  readonly text: string;
  readonly tokens: readonly SeenToken[];
  readonly root: Frame;
  /** The next token. */
  at: number;
  /** How deep brackets and statements are inside each other. */
  depth: number;
  /** The first token of the statement that is being read. */
  statement: number;
  /** What the function that is being read gives; null outside of functions. */
  returns: Type | null;
  readonly scopes: Map<string, Type | null>[];
  readonly functions: Map<string, Signature[]>;
  /** The fields of each struct. */
  readonly structs: Map<string, Map<string, Type | null>>;
  readonly edits: Map<Frame, Edit[]>;
  /** Macros that cannot stay, because what is converted is partly in them. */
  readonly split: Set<Macro>;
  /** Functions that the result needs besides. */
  readonly helpers: Set<string>;
  /** Inputs of Shadertoy that are used. */
  readonly inputs: Set<string>;
  readonly marks: Mark[];
}

export interface Mark {
  readonly reason: string;
  /** In the source. */
  readonly at: number;
}

/** The source is not what this conversion can read. */
export class SyntaxFault extends Error {
  readonly token: SeenToken;

  constructor(message: string, token: SeenToken) {
    super(message);
    this.token = token;
  }
}

const END: SeenToken = {
  kind: 'end',
  text: '',
  home: { macro: null },
  span: { from: 0, to: 0 },
  others: null,
};

/** Brackets in brackets beyond this are refused, as they could exhaust the stack. */
const DEEPEST = 200;

export function createContext(text: string, { tokens, root }: Preprocessed): Context {
  return {
    ...{ text, tokens, root, at: 0, depth: 0, statement: 0, returns: null },
    ...{ scopes: [new Map()], functions: new Map(), structs: new Map(), edits: new Map() },
    ...{ split: new Set(), helpers: new Set(), inputs: new Set(), marks: [] },
  };
}

export function peek({ tokens, at }: Context, ahead = 0): SeenToken {
  return tokens[at + ahead] ?? END;
}

export function isNext(context: Context, text: string): boolean {
  return peek(context).text === text;
}

/** Reads the next token if it is this one. */
export function accept(context: Context, text: string): boolean {
  if (!isNext(context, text)) return false;
  context.at += 1;
  return true;
}

export function expect(context: Context, text: string): void {
  if (!accept(context, text)) throw unexpected(context, `“${text}”`);
}

/** Reads a word, and returns its index. */
export function expectWord(context: Context): number {
  if (peek(context).kind !== 'word') throw unexpected(context, 'a name');
  context.at += 1;
  return context.at - 1;
}

export function unexpected(context: Context, wanted: string): SyntaxFault {
  const { kind, text } = peek(context);
  const found = kind === 'end' ? 'The source ends' : `There is “${brief(text, 80)}”`;
  const last = context.tokens.at(-1) ?? END;
  return new SyntaxFault(
    `${found} where ${wanted} is expected`,
    kind === 'end' ? last : peek(context),
  );
}

export function within<Value>(context: Context, read: () => Value): Value {
  context.depth += 1;
  if (context.depth > DEEPEST) {
    throw new SyntaxFault(`Brackets are more than ${DEEPEST} deep`, peek(context));
  }
  const value = read();
  context.depth -= 1;
  return value;
}

export function textOf({ tokens }: Context, index: number): string {
  return tokens[index]?.text ?? '';
}

/** Gives a token another text. */
export function rename(context: Context, index: number, text: string): void {
  const token = context.tokens[index] ?? END;
  if (token === END || token.text === text) return;
  addEdit(context, token.home, { ...token.span, parts: [], build: () => text });
}

/** Takes a token away, with the space behind it. */
export function remove(context: Context, index: number): void {
  const token = context.tokens[index] ?? END;
  const { from } = token.span;
  let { to } = token.span;
  while (context.text[to] === ' ') to += 1;
  addEdit(context, token.home, { from, to, parts: [], build: () => '' });
}

/**
 * Replaces tokens by what is built of the new texts of some parts.
 *
 * @param home the token that says in which text this is done
 */
export function rewrite(
  context: Context,
  home: number,
  whole: Omit<Node, 'type'>,
  parts: readonly Omit<Node, 'type'>[],
  build: (texts: readonly string[]) => string,
): void {
  const frame = context.tokens[home]?.home ?? context.root;
  const span = spanIn(context, frame, whole);
  const spans = parts.map((part) => spanIn(context, frame, part));
  const found = spans.filter((each) => each !== null);
  if (span && found.length === parts.length)
    addEdit(context, frame, { ...span, parts: found, build });
  else split(context, whole);
}

function addEdit({ edits }: Context, frame: Frame, edit: Edit): void {
  const known = edits.get(frame);
  if (known) known.push(edit);
  else edits.set(frame, [edit]);
}

/** Null if a use of a macro, or a parameter, is in it in part. */
function spanIn(
  { tokens }: Context,
  frame: Frame,
  { first, last }: Omit<Node, 'type'>,
): Span | null {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (let index = first; index <= last; index += 1) {
    const token = tokens[index];
    const spot = token && spotIn(token, frame);
    if (!spot) return null;
    from = Math.min(from, spot.from);
    to = Math.max(to, spot.to);
  }
  const before = spotIn(tokens[first - 1] ?? END, frame);
  const after = spotIn(tokens[last + 1] ?? END, frame);
  return (before && before.to > from) || (after && after.from < to) ? null : { from, to };
}

function split(context: Context, { first, last }: Omit<Node, 'type'>): void {
  for (let index = first; index <= last; index += 1) {
    for (const { macro } of framesOf(context.tokens[index] ?? END)) {
      if (macro) context.split.add(macro);
    }
  }
}

/** Notes that something at this token is not converted. */
export function mark(context: Context, index: number, reason: string): void {
  const { macro } = context.tokens[index]?.home ?? END.home;
  const start = spotIn(context.tokens[context.statement] ?? END, context.root)?.from ?? 0;
  context.marks.push({ reason, at: macro?.directive.from ?? start });
}

export function declare({ scopes }: Context, name: string, type: Type | null): void {
  scopes.at(-1)?.set(name, type);
}

/** Undefined if nothing of the name is declared. */
export function lookUp({ scopes }: Context, name: string): Type | null | undefined {
  for (const scope of scopes.toReversed()) {
    if (scope.has(name)) return scope.get(name) ?? null;
  }
  return undefined;
}

export function inScope(context: Context, read: () => void): void {
  context.scopes.push(new Map());
  within(context, read);
  context.scopes.pop();
}
