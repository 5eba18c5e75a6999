import type { Form } from '#core/source/convert/conversion.ts';
import { brief } from '#core/util/text.ts';
import { INPUTS, type Input, isChannel } from './inputs.ts';
import { type Frame, type Macro, type Preprocessed, type SeenToken, spotIn } from './preprocess.ts';
import type { Edit } from './tokens.ts';
import type { Type, Value } from './types.ts';

export interface Signature {
  readonly params: readonly (Type | null)[];
  readonly result: Type | null;
}

/** First and last token index of a part of the program. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** An expression. */
export interface Node extends Range {
  readonly type: Type | null;
  /** Its numbers, if it is constant. */
  readonly value?: Value | null;
  /** Number of elements of an array, if known. */
  readonly length?: number | null;
  /** The kind of an unparenthesised expression, where it affects the surrounding code. */
  readonly kind?: 'assignment' | 'operation';
}

export interface Variable {
  readonly type: Type | null;
  /** The numbers of a constant, if known. */
  readonly value: Value | null;
  /** Number of elements of an array, if known. */
  readonly length: number | null;
}

/** Shadertoy’s drawing function, or the whole shader’s. */
export type Drawing = 'mainImage' | 'main';

/** What has been read of a program, and the edits so far. */
export interface Context {
  /** The function that draws a pixel. */
  readonly drawing: Drawing;
  readonly form: Form;
  readonly text: string;
  readonly tokens: readonly SeenToken[];
  readonly root: Frame;
  /** Index of the next token. */
  at: number;
  /** Nesting depth of brackets and statements. */
  depth: number;
  /** Index of the first token of the current statement. */
  statement: number;
  /** Return type of the current function; null outside functions. */
  returns: Type | null;
  readonly scopes: Map<string, Variable>[];
  readonly functions: Map<string, Signature[]>;
  /** Types of fields, by struct and field name. */
  readonly structs: Map<string, Map<string, Type | null>>;
  readonly edits: Map<Frame, MadeEdit[]>;
  /** Macros that must be expanded, because a conversion covers only a part of them. */
  readonly split: Set<Macro>;
  /** Texts of helper functions that the result needs. */
  readonly helpers: Set<string>;
  /** Inputs that the source declares. */
  readonly declared: Map<string, Input>;
  /** Names of the inputs in use. */
  readonly inputs: Set<string>;
  /** Names of the images that the source declares. */
  readonly samplers: Set<string>;
  /** Names of the images in use. */
  readonly images: Set<string>;
  /** Name in the result of the variable that the source declares for the colour; null if none. */
  output: string | null;
  readonly marks: Mark[];
}

/** An edit, with the offset of its token in the frame. */
export interface MadeEdit extends Edit {
  readonly at: number;
}

export interface Mark {
  readonly reason: string;
  /** Offset in the source. */
  readonly at: number;
}

/** The source has syntax that the converter cannot read. */
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

/** Maximum nesting of brackets. Deeper input could overflow the stack. */
const DEEPEST = 200;

export function createContext(
  text: string,
  { tokens, root }: Preprocessed,
  drawing: Drawing,
  form: Form,
): Context {
  return {
    ...{ text, drawing, form, tokens, root, at: 0, depth: 0, statement: 0, returns: null },
    ...{ scopes: [new Map()], functions: new Map(), structs: new Map(), edits: new Map() },
    ...{ split: new Set(), helpers: new Set(), declared: new Map(), inputs: new Set() },
    ...{ samplers: new Set(), images: new Set(), output: null, marks: [] },
  };
}

export function inputNamed({ declared }: Context, name: string): Input | undefined {
  return declared.get(name) ?? INPUTS.get(name);
}

/** Notes that an image is in use if the name is that of one. */
export function noteImage({ samplers, images }: Context, name: string): void {
  if (isChannel(name) || samplers.has(name)) images.add(name);
}

export function peek({ tokens, at }: Context, ahead = 0): SeenToken {
  return tokens[at + ahead] ?? END;
}

export function isNext(context: Context, text: string): boolean {
  return peek(context).text === text;
}

/** Reads the next token if it has this text. */
export function accept(context: Context, text: string): boolean {
  if (!isNext(context, text)) return false;
  context.at += 1;
  return true;
}

export function expect(context: Context, text: string): void {
  if (!accept(context, text)) throw unexpected(context, `“${text}”`);
}

/** Reads a word and returns its index. */
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

/** Marks the code at this token as not converted. */
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
