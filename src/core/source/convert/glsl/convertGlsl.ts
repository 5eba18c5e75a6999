import {
  type Conversion,
  conversionOf,
  markOf,
  standInImage,
} from '#core/source/convert/conversion.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { BUILTINS } from './builtins.ts';
import { joinCopies } from './changes.ts';
import { type Context, createContext, SyntaxFault } from './context.ts';
import { readProgram } from './declarations.ts';
import { applyEdits, describeEdits, type Edit } from './edits.ts';
import { INPUTS } from './inputs.ts';
import { renameMacros } from './names.ts';
import {
  type Frame,
  framesOf,
  type Macro,
  type Preprocessed,
  preprocess,
  type SeenToken,
  spotIn,
} from './preprocess.ts';
import { SIZE } from './textures.ts';
import type { Span, Token } from './tokens.ts';
import { glslType } from './types.ts';

/** How often macros are put in place of their uses, each time others. */
const MOST_ROUNDS = 50;

/**
 * A Shadertoy-style image shader in Slang: the same text, with names, products of matrices and so on as
 * Slang has them, and an entry point that draws the picture. Fails with a sentence if it is none.
 *
 * @param refuseLength says why a text of a length is not read further; null if it is
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

/** Macros that cannot stay: their uses need texts that differ, or are converted in part. */
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
  // What uses one in its body cannot stay either.
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

/** Puts what macros stand for in place of their uses. */
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

/** The lines that a directive takes, with their end. */
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

/** All uses of a macro make the same edits: those of one are made. */
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

/** Code that nothing reads gets the names of types and functions, so that it can be switched on. */
function editUnseen({ from, to, kind, text }: Token): Edit[] {
  const name =
    kind === 'word'
      ? (glslType(text)?.name ?? BUILTINS.get(text)?.name ?? ownValue(NAMES, text))
      : undefined;
  return name === undefined || name === text ? [] : [{ from, to, parts: [], build: () => name }];
}

const NAMES: Readonly<Record<string, string>> = { mix: 'lerp', iGlobalTime: 'iTime' };

/** Comments on the lines above what is not converted, each once a line. */
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
