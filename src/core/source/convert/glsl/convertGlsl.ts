import {
  type Conversion,
  type Form,
  findingsOf,
  type WantedForm,
} from '#core/source/convert/conversion.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { assemble, colorOf } from './assemble.ts';
import { needsFragments } from './builtins.ts';
import { change, insertStatement, joinCopies, remove, rename, rewrite } from './changes.ts';
import {
  accept,
  type Context,
  createContext,
  type Drawing,
  declare,
  expect,
  expectWord,
  isNext,
  peek,
  SyntaxFault,
  textOf,
} from './context.ts';
import { readSizes } from './expressions.ts';
import { readInterface, removeStatement, separateInterface } from './interface.ts';
import { renameMacros, slangName } from './names.ts';
import {
  type Frame,
  framesOf,
  type Macro,
  type Preprocessed,
  preprocess,
  type SeenToken,
  spotIn,
} from './preprocess.ts';
import { isSetFirst, readBlock, readQualifiers, readType, readVariables } from './statements.ts';
import { applyEdits, describeEdits, type Edit, lineOf, whole } from './tokens.ts';
import { type Type, typeOf, zeroOf } from './types.ts';

/** Maximum number of passes that expand macros; each expands others. */
const MOST_ROUNDS = 50;

interface Wanted {
  readonly drawing: Drawing;
  readonly form: WantedForm;
  /** Says why a text of this length is too long; null if it is not. */
  refuseLength(length: number): string | null;
}

/**
 * Converts a Shadertoy-style image shader or a fragment shader to Slang: the same text with Slang's
 * names, matrix products and so on, and an entry point that draws the picture. Fails with a sentence
 * if the source is not such a shader.
 */
export function convertGlsl(original: string, wanted: Wanted): Result<Conversion> {
  let text = prepare(original);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tooLong = wanted.refuseLength(text.length);
    if (tooLong !== null) return fail(tooLong);
    const read = readSource(text, wanted);
    if (!read.ok) return read;
    const { context, program } = read.value;
    joinCopies(context);
    const split = splitMacros(context, program);
    if (split.size === 0) {
      const converted = assemble(text, context, program);
      const otherForm = otherFormOf(context);
      return ok({ text: converted, ...findingsOf(converted), otherForm });
    }
    text = withoutMacros(text, program, split);
  }
  return fail(
    'This GLSL cannot be converted: its macros are too deep inside each other. Use fewer macros.',
  );
}

function otherFormOf({ drawing, form }: Context): Form | null {
  if (drawing === 'main') return null;
  return form === 'kernel' ? 'fragment' : 'kernel';
}

/**
 * Removes conditions for precisions, decides those on `GL_ES`, renames macros and separates uniforms,
 * without moving lines.
 */
function prepare(original: string): string {
  let text = original.replaceAll(/\r\n?/g, '\n');
  // One condition may contain another.
  for (let round = 0; round < 2; round += 1) {
    text = text.replaceAll(ONLY_PRECISIONS, (lines) => lines.replaceAll(/[^\n]/g, ''));
  }
  text = text.replaceAll(/^[ \t]*#[ \t]*(?:if|elif)[^\n]*GL_ES\b[^\n]*/gm, (line) =>
    line
      .replace(/ifdef[ \t]+GL_ES\b/, 'if 1')
      .replace(/ifndef[ \t]+GL_ES\b/, 'if 0')
      .replaceAll(/\bdefined[ \t]*(?:\([ \t]*GL_ES[ \t]*\)|[ \t]GL_ES\b)/g, '1'),
  );
  return renameMacros(separateInterface(text));
}

/** A preprocessor condition for nothing but precisions, which Slang does not have. */
const ONLY_PRECISIONS =
  /^[ \t]*#[ \t]*if[^\n\\]*\n(?:[ \t]*(?:#[ \t]*(?:else|extension)\b[^\n\\]*|precision\b[^\n;\\]*;[ \t]*(?:\/\/[^\n\\]*)?|\/\/[^\n\\]*)?\n)*[ \t]*#[ \t]*endif\b[^\n\\]*/gm;

interface ReadSource {
  readonly context: Context;
  readonly program: Preprocessed;
}

function readSource(text: string, { drawing, form }: Wanted): Result<ReadSource> {
  const program = preprocess(text);
  if (!program.ok) return fail(`This GLSL cannot be converted. ${program.error}`);
  const context = createContext(text, program.value, drawing, formOf(form, program.value));
  try {
    readProgram(context);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxFault)) throw thrown;
    const { from = 0 } = spotIn(thrown.token, program.value.root) ?? {};
    const line = text.slice(0, from).split('\n').length;
    return fail(
      `This GLSL cannot be converted. ${thrown.message} in line ${line}. Correct it, then convert again.`,
    );
  }
  const missing = missingIn(context);
  if (missing === null) return ok({ context, program: program.value });
  return fail(`This GLSL has no ${missing}, so there is no picture to draw.`);
}

function formOf(form: WantedForm, { tokens }: Preprocessed): Form {
  if (form !== 'auto') return form;
  return needsFragments(tokens.map(({ text }) => text)) ? 'fragment' : 'kernel';
}

/** What the source needs in order to draw; null if it has everything. */
function missingIn(context: Context): string | null {
  if (context.drawing === 'main') {
    if (!context.functions.has('main')) return '“void main()” that is compiled';
    return colorOf(context) === null ? '“gl_FragColor” that is compiled' : null;
  }
  const isThere = context.functions.has('mainImage');
  return isThere ? null : '“void mainImage(out vec4 fragColor, in vec2 fragCoord)”';
}

/** Macros that must be expanded: their uses need different texts, or are only partly converted. */
function splitMacros({ split, edits }: Context, { macros, tokens }: Preprocessed): Set<Macro> {
  const all = new Set(split);
  const texts = new Map<Macro, string>();
  for (const frame of framesIn(tokens)) {
    const { macro } = frame;
    if (!macro) continue;
    const text = describeEdits(edits.get(frame) ?? []);
    if ((texts.get(macro) ?? text) !== text) all.add(macro);
    texts.set(macro, text);
  }
  // A macro that uses one of them in its body must be expanded too.
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    const names = new Set([...all].map(({ name }) => name));
    for (const macro of macros) if (macro.body.some(({ text }) => names.has(text))) all.add(macro);
  }
  return all;
}

function framesIn(tokens: readonly SeenToken[]): Set<Frame> {
  const frames = new Set<Frame>();
  for (const token of tokens) for (const frame of framesOf(token)) frames.add(frame);
  return frames;
}

/** Expands all uses of the split macros and removes their definitions. */
function withoutMacros(
  text: string,
  { uses, macros }: Preprocessed,
  split: ReadonlySet<Macro>,
): string {
  const edits: Edit[] = [];
  for (const { macro, from, to, tokens } of uses) {
    if (split.has(macro)) edits.push({ from, to, parts: [], build: () => joinTokens(tokens) });
  }
  for (const macro of macros) {
    if (split.has(macro))
      edits.push({ ...lineOf(text, macro.directive), parts: [], build: () => '' });
  }
  return applyEdits(text, edits, whole(text));
}

function joinTokens(tokens: readonly SeenToken[]): string {
  let text = '';
  for (const { text: next } of tokens) {
    const isTight =
      /^[.,;)\]]/.test(next) ||
      /[.([]$/.test(text) ||
      text === '' ||
      (next === '(' && /\w$/.test(text));
    text += isTight || (next === '[' && /\w$/.test(text)) ? next : ` ${next}`;
  }
  return text;
}

function readProgram(context: Context): void {
  while (peek(context).kind !== 'end') {
    context.statement = context.at;
    readTopLevel(context);
  }
}

function readTopLevel(context: Context): void {
  if (isNext(context, 'precision')) removeStatement(context, context.at);
  else if (!readInterface(context) && !accept(context, ';')) readDeclared(context);
}

function readDeclared(context: Context): void {
  const first = context.at;
  const isConstant = readQualifiers(context);
  if (isNext(context, 'struct')) {
    readStruct(context);
    return;
  }
  const type = readType(context);
  if (peek(context).kind === 'word' && peek(context, 1).text === '(') {
    readFunction(context, first, type);
    return;
  }
  change(context, first, (old) => `static ${old}`);
  readVariables(context, type, { isConstant, zeros: 'always' });
  expect(context, ';');
}

function readStruct(context: Context): void {
  expect(context, 'struct');
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const fields = new Map<string, Type | null>();
  expect(context, '{');
  while (!isNext(context, '}')) {
    readQualifiers(context);
    const type = readType(context);
    do {
      const field = expectWord(context);
      rename(context, field, slangName(textOf(context, field)));
      const dims = type.dims + readSizes(context).length;
      fields.set(textOf(context, field), { name: type.name, dims });
    } while (accept(context, ','));
    expect(context, ';');
  }
  expect(context, '}');
  context.structs.set(name, fields);
  if (accept(context, ';')) return;
  change(context, context.at, (old) => `;\nstatic ${slangName(name)} ${old}`);
  const type = { ...typeOf(name), length: null };
  readVariables(context, type, { isConstant: false, zeros: 'always' });
  expect(context, ';');
}

function readFunction(context: Context, first: number, result: Type): void {
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  context.scopes.push(new Map());
  const declared = readParams(context);
  const params = declared.map(({ type }) => type);
  const known = context.functions.get(name);
  if (known) known.push({ params, result });
  else context.functions.set(name, [{ params, result }]);
  if (accept(context, ';')) {
    // Slang finds functions that are declared later.
    rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  } else {
    const open = context.at;
    context.returns = result;
    const leaves = readBlock(context);
    context.returns = null;
    zeroResults(context, open, declared);
    const isEmpty = result.name === 'void';
    if (!leaves && !isEmpty) insertStatement(context, context.at - 1, 'return {};');
    // In other tools, main calls mainImage.
    const isUnused = name === 'main' && context.drawing === 'mainImage';
    if (isUnused) rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
  }
  context.scopes.pop();
}

/** Sets `out` parameters to zero at the start, as WebGL does. */
function zeroResults(context: Context, open: number, params: readonly Param[]): void {
  const end = context.at;
  context.at = open + 1;
  for (const { name, type, isResult } of params) {
    if (!isResult || name === null || isSetFirst(context, name, true)) continue;
    insertStatement(context, open, `${slangName(name)} = ${zeroOf(type)};`);
  }
  context.at = end;
}

interface Param {
  /** Null if it is unnamed. */
  readonly name: string | null;
  readonly type: Type;
  readonly isResult: boolean;
}

function readParams(context: Context): Param[] {
  const params: Param[] = [];
  expect(context, '(');
  if (isNext(context, 'void') && peek(context, 1).text === ')') {
    remove(context, context.at);
    context.at += 1;
  }
  while (!isNext(context, ')')) {
    params.push(readParam(context));
    if (!isNext(context, ')')) expect(context, ',');
  }
  expect(context, ')');
  return params;
}

function readParam(context: Context): Param {
  let isResult = false;
  while (['in', 'out', 'inout', 'const', 'highp', 'mediump', 'lowp'].includes(peek(context).text)) {
    if (isNext(context, 'out')) isResult = true;
    if (!['in', 'out', 'inout'].includes(peek(context).text)) remove(context, context.at);
    context.at += 1;
  }
  const type = readType(context);
  if (peek(context).kind !== 'word') {
    if (isNext(context, ',') || isNext(context, ')')) return { name: null, type, isResult };
    throw new SyntaxFault('A parameter has no name', peek(context));
  }
  const word = expectWord(context);
  const name = textOf(context, word);
  rename(context, word, slangName(name));
  const sizes = readSizes(context);
  const all = { name: type.name, dims: type.dims + sizes.length };
  const length = sizes[0]?.node?.value?.[0] ?? type.length;
  declare(context, name, all, { length });
  return { name, type: all, isResult };
}
