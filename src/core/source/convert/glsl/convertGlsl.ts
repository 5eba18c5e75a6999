import {
  type Conversion,
  conversionOf,
  markOf,
  standInImage,
} from '#core/source/convert/conversion.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { BUILTINS, SIZE } from './builtins.ts';
import { change, insertStatement, joinCopies, remove, rename, rewrite } from './changes.ts';
import {
  accept,
  type Context,
  createContext,
  declare,
  expect,
  expectWord,
  isNext,
  mark,
  peek,
  SyntaxFault,
  textOf,
} from './context.ts';
import { readSizes } from './expressions.ts';
import { INPUTS, isChannel } from './inputs.ts';
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
import { applyEdits, describeEdits, type Edit, type Span, type Token } from './tokens.ts';
import { glslType, type Type, typeOf, zeroOf } from './types.ts';

/** Maximum number of passes that expand macros; each expands others. */
const MOST_ROUNDS = 50;

/**
 * Converts a Shadertoy-style image shader to Slang: the same text with Slang's names, matrix
 * products and so on, and an entry point that draws the picture. Fails with a sentence if the
 * source is not such a shader.
 *
 * @param refuseLength says why a text of this length is too long; null if it is not
 */
export function convertGlsl(
  original: string,
  refuseLength: (length: number) => string | null,
): Result<Conversion> {
  let text = renameMacros(original.replaceAll(/\r\n?/g, '\n'));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tooLong = refuseLength(text.length);
    if (tooLong !== null) return fail(tooLong);
    const read = readSource(text);
    if (!read.ok) return read;
    const { context, program } = read.value;
    joinCopies(context);
    const split = splitMacros(context, program);
    if (split.size === 0) return ok(conversionOf(assemble(text, context, program)));
    text = withoutMacros(text, program, split);
  }
  return fail(
    'This GLSL cannot be converted: its macros are too deep inside each other. Use fewer macros.',
  );
}

interface ReadSource {
  readonly context: Context;
  readonly program: Preprocessed;
}

function readSource(text: string): Result<ReadSource> {
  const program = preprocess(text);
  if (!program.ok) return fail(`This GLSL cannot be converted. ${program.error}`);
  const context = createContext(text, program.value);
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
  if (!context.functions.has('mainImage')) {
    return fail(
      'This GLSL has no “void mainImage(out vec4 fragColor, in vec2 fragCoord)”, so there is no picture to draw.',
    );
  }
  return ok({ context, program: program.value });
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

function whole(text: string): Span {
  return { from: 0, to: text.length };
}

/** The whole lines of a directive, with the final line break. */
function lineOf(text: string, { from, to }: Span): Span {
  const end = text.indexOf('\n', to);
  return { from: text.lastIndexOf('\n', from - 1) + 1, to: end < 0 ? text.length : end + 1 };
}

function assemble(text: string, context: Context, program: Preprocessed): string {
  const edits = [
    ...editsOfText(context),
    ...program.unseen.flatMap(editUnseen),
    ...program.refused.map((line) => ({ ...lineOf(text, line), parts: [], build: () => '' })),
    ...marksOf(text, context),
  ];
  const body = applyEdits(text, edits, whole(text))
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const inputs = [...INPUTS].filter(([name]) => usesInput(context, name));
  const channels = [...context.channels].sort();
  const sizes = context.inputs.has('iChannelResolution') ? channels.map(settingOfSize) : [];
  if (sizes.length > 0) context.helpers.add(SIZE);
  const declarations = new Set(inputs.map(([, { declaration }]) => declaration));
  return `${[
    '// Converted from GLSL.',
    'import playground;\nimport rendering;',
    ...declarations,
    ...channels.map((name) => `${standInImage(name)}\nTexture2D<float4> ${name};`),
    ...context.helpers,
    body,
    entryPoint([...inputs.flatMap(([, { setting = [] }]) => setting), ...sizes]),
  ].join('\n\n')}\n`;
}

function settingOfSize(channel: string): string {
  return `iChannelResolution[${channel.at(-1)}] = float3(float2(sizeOfChannel(${channel})), 1.0);`;
}

function usesInput({ inputs }: Context, name: string): boolean {
  return inputs.has(name) || (name === 'iTime' && inputs.has('iDate'));
}

/** All uses of a macro make the same edits, so only one use is applied. */
function editsOfText({ edits }: Context): Edit[] {
  const made: Edit[] = [];
  const seen = new Set<Macro>();
  for (const [{ macro }, each] of edits as ReadonlyMap<Frame, readonly Edit[]>) {
    if (macro && seen.has(macro)) continue;
    if (macro) seen.add(macro);
    made.push(...each);
  }
  return made;
}

/** Renames types and functions in inactive code, so that it works once it is switched on. */
function editUnseen({ from, to, kind, text }: Token): Edit[] {
  const name =
    kind === 'word'
      ? (glslType(text)?.name ?? BUILTINS.get(text)?.name ?? ownValue(NAMES, text))
      : undefined;
  return name === undefined || name === text ? [] : [{ from, to, parts: [], build: () => name }];
}

const NAMES: Readonly<Record<string, string>> = { mix: 'lerp', iGlobalTime: 'iTime' };

/** Comments above lines that are not converted, without repeating a reason per line. */
function marksOf(text: string, { marks }: Context): Edit[] {
  const reasons = new Map<number, Set<string>>();
  for (const { at, reason } of marks) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const known = reasons.get(start) ?? new Set();
    reasons.set(start, known.add(reason));
  }
  return [...reasons].map(([start, told]) => {
    const [indent = ''] = /^[ \t]*/.exec(text.slice(start, start + 200)) ?? [];
    const comment = [...told].map((reason) => `${indent}${markOf(reason)}\n`).join('');
    return { from: start, to: start, parts: [], build: () => comment };
  });
}

function entryPoint(settings: readonly string[]): string {
  return `[shader("compute")]
[numthreads(16, 16, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void drawImage(uint2 pixel : SV_DispatchThreadID)
{
    uint width, height;
    outputTexture.GetDimensions(width, height);
    if (pixel.x >= width || pixel.y >= height)
        return;
${settings.map((setting) => `    ${setting}\n`).join('')}    float4 color = float4(0.0, 0.0, 0.0, 1.0);
    mainImage(color, float2(pixel) + 0.5);
    outputTexture.Store(pixel, float4(color.rgb, 1.0));
}`;
}

function readProgram(context: Context): void {
  while (peek(context).kind !== 'end') {
    context.statement = context.at;
    readTopLevel(context);
  }
}

function readTopLevel(context: Context): void {
  const { text } = peek(context);
  const isInOut = (text === 'in' || text === 'out') && peek(context, 1).text !== '(';
  if (text === 'precision') removeStatement(context);
  else if (isInOut || ['layout', 'varying', 'attribute'].includes(text)) refuseInterface(context);
  else if (text === 'uniform') readUniform(context);
  else if (!accept(context, ';')) readDeclared(context);
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

function removeStatement(context: Context): void {
  const first = context.at;
  while (!isNext(context, ';')) {
    if (peek(context).kind === 'end') break;
    context.at += 1;
  }
  expect(context, ';');
  rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
}

function refuseInterface(context: Context): void {
  mark(context, context.at, 'what comes from other stages of a pipeline. A picture has none.');
  removeStatement(context);
}

/**
 * Removes a declared Shadertoy input, which other tools require, because the result declares it.
 * Other uniforms become sliders or zero.
 */
function readUniform(context: Context): void {
  const words: string[] = [];
  for (let ahead = 1; ![';', ''].includes(peek(context, ahead).text); ahead += 1) {
    words.push(peek(context, ahead).text);
  }
  if (words.some((word) => INPUTS.has(word) || isChannel(word))) {
    removeStatement(context);
    return;
  }
  const first = context.at;
  context.at += 1;
  readQualifiers(context);
  const start = context.at;
  const type = readType(context);
  const name = peek(context).text;
  const isSlider = type.name === 'float' && type.dims === 0;
  if (isSlider) {
    rename(context, first, '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform');
  } else {
    mark(
      context,
      start,
      `the uniform “${name}”, which has no value here. It is zero: set it in the source.`,
    );
    rename(context, first, 'static');
  }
  readVariables(context, type, { isConstant: false, zeros: isSlider ? 'never' : 'always' });
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
    if (name === 'main') rewrite(context, first, { first, last: context.at - 1 }, [], () => '');
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
