import { brief } from '#core/util/text.ts';
import type { Edit } from './edits.ts';
import { type Frame, type Macro, type Preprocessed, type SeenToken, spotIn } from './preprocess.ts';
import type { Type, Value } from './types.ts';

/** A function by its parameters. */
export interface Signature {
  readonly params: readonly (Type | null)[];
  readonly result: Type | null;
}

/** A part of the program, as indices of its first and last token. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** An expression. */
export interface Node extends Range {
  readonly type: Type | null;
  /** Its numbers, if they are constant. */
  readonly value?: Value | null;
  /** How many elements an array has, if that is known. */
  readonly length?: number | null;
  /** What it is without brackets around it, if that can matter to what it is part of. */
  readonly kind?: 'assignment' | 'operation';
}

/** A variable, a parameter or a constant. */
export interface Variable {
  readonly type: Type | null;
  /** Of a constant, if its numbers are known. */
  readonly value: Value | null;
  /** Of an array: how many elements it has, if that is known. */
  readonly length: number | null;
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
  readonly scopes: Map<string, Variable>[];
  readonly functions: Map<string, Signature[]>;
  /** The fields of each struct. */
  readonly structs: Map<string, Map<string, Type | null>>;
  readonly edits: Map<Frame, MadeEdit[]>;
  /** Macros that cannot stay, because what is converted is partly in them. */
  readonly split: Set<Macro>;
  /** Functions that the result needs besides. */
  readonly helpers: Set<string>;
  /** Inputs of Shadertoy that are used. */
  readonly inputs: Set<string>;
  /** Channels whose images are read. */
  readonly channels: Set<string>;
  readonly marks: Mark[];
}

/** An edit, with where the token is in its frame that it belongs to. */
export interface MadeEdit extends Edit {
  readonly at: number;
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

export const END: SeenToken = {
  kind: 'end',
  text: '',
  home: { macro: null, around: null },
  span: { from: 0, to: 0 },
  others: null,
};

/** Brackets in brackets beyond this are refused, as they could exhaust the stack. */
const DEEPEST = 200;

export function createContext(text: string, { tokens, root }: Preprocessed): Context {
  return {
    ...{ text, tokens, root, at: 0, depth: 0, statement: 0, returns: null },
    ...{ scopes: [new Map()], functions: new Map(), structs: new Map(), edits: new Map() },
    ...{ split: new Set(), helpers: new Set(), inputs: new Set() },
    ...{ channels: new Set(), marks: [] },
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

/** Notes that something at this token is not converted. */
export function mark(context: Context, index: number, reason: string): void {
  const { macro } = context.tokens[index]?.home ?? END.home;
  const start = spotIn(context.tokens[context.statement] ?? END, context.root)?.from ?? 0;
  context.marks.push({ reason, at: macro?.directive.from ?? start });
}

export function declare(
  { scopes }: Context,
  name: string,
  type: Type | null,
  { value = null, length = null }: Partial<Variable> = {},
): void {
  scopes.at(-1)?.set(name, { type, value, length });
}

/** Undefined if nothing of the name is declared. */
export function lookUp({ scopes }: Context, name: string): Variable | undefined {
  for (const scope of scopes.toReversed()) {
    const found = scope.get(name);
    if (found) return found;
  }
  return undefined;
}

export function inScope(context: Context, read: () => void): void {
  context.scopes.push(new Map());
  within(context, read);
  context.scopes.pop();
}
