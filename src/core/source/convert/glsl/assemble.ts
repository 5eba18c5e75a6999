import { type Form, markOf, standInImage } from '#core/source/convert/conversion.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { builtinNamed, SIZE } from './builtins.ts';
import { type Context, inputNamed, noteImage } from './context.ts';
import { INPUTS, type Input, isChannel, type Place } from './inputs.ts';
import { freeName, slangName } from './names.ts';
import type { Frame, Macro, Preprocessed } from './preprocess.ts';
import { applyEdits, type Edit, lineOf, type Token, whole } from './tokens.ts';
import { glslType } from './types.ts';

/** The whole converted source: inputs, images, helpers, the edited text and the entry point. */
export function assemble(text: string, context: Context, program: Preprocessed): string {
  const edits = [
    ...editsOfText(context),
    ...program.unseen.flatMap((token) => editUnseen(token, context.form)),
    ...program.refused.map((line) => ({ ...lineOf(text, line), parts: [], build: () => '' })),
    ...marksOf(text, context),
  ];
  const body = applyEdits(text, edits, whole(text))
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const inputs = inputsOf(context);
  const images = [...context.images].sort().map(slangName);
  const sizes = context.inputs.has('iChannelResolution')
    ? images.filter(isChannel).map(settingOfSize)
    : [];
  if (sizes.length > 0) context.helpers.add(SIZE);
  const declarations = new Set(inputs.flatMap(({ declaration }) => declaration.split('\n\n')));
  const isKernel = context.form === 'kernel';
  return `${[
    '// Converted from GLSL.',
    `import playground;${isKernel ? '\nimport rendering;' : ''}`,
    ...declarations,
    ...images.map((name) => `${standInImage(name)}\nTexture2D<float4> ${name};`),
    ...context.helpers,
    body,
    isKernel ? kernel(inputs, sizes) : fragmentShader(context, inputs, sizes),
  ].join('\n\n')}\n`;
}

/** The inputs in use. */
function inputsOf(context: Context): readonly Input[] {
  const names = [...INPUTS.keys()].filter((name) => usesInput(context, name));
  const declared = [...context.declared.keys()].filter((name) => usesInput(context, name));
  const inputs = [...new Set([...names, ...declared])].flatMap(
    (name) => inputNamed(context, name) ?? [],
  );
  for (const { image } of inputs) {
    if (image === undefined) continue;
    noteImage(context, image);
    context.helpers.add(SIZE);
  }
  return inputs;
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
function editUnseen({ from, to, kind, text }: Token, form: Form): Edit[] {
  const name =
    kind === 'word'
      ? (glslType(text)?.name ?? builtinNamed(text, form)?.name ?? ownValue(NAMES, text))
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

function kernel(inputs: readonly Input[], sizes: readonly string[]): string {
  const position = 'float4(float2(pixel) + 0.5, 0.0, 1.0)';
  const uv = '(float2(pixel) + 0.5) / float2(width, height)';
  return `[shader("compute")]
[numthreads(16, 16, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void drawImage(uint2 pixel : SV_DispatchThreadID)
{
    uint width, height;
    outputTexture.GetDimensions(width, height);
    if (pixel.x >= width || pixel.y >= height)
        return;
${linesOf([...settingsOf(inputs, { position, uv }), ...sizes])}    float4 color = float4(0.0, 0.0, 0.0, 1.0);
    mainImage(color, float2(pixel) + 0.5);
    outputTexture.Store(pixel, float4(color.rgb, 1.0));
}`;
}

function fragmentShader(
  context: Context,
  inputs: readonly Input[],
  sizes: readonly string[],
): string {
  const taken = new Set([...context.declared.keys(), context.output ?? '']);
  const [position, uv] = [freeName('position', taken), freeName('uv', taken)];
  const settings = [...settingsOf(inputs, { position, uv }), ...sizes];
  const sides = ['width', 'height'].flatMap((side, index) => {
    const isUsed = settings.some((setting) => setting.split(/\W+/).includes(side));
    const axis = 'xy'[index];
    return isUsed ? [`float ${side} = round(${position}.${axis} / ${uv}.${axis});`] : [];
  });
  const drawing =
    context.drawing === 'main'
      ? ['main();', `return float4(${colorOf(context)}.rgb, 1.0);`]
      : [
          'float4 color = float4(0.0, 0.0, 0.0, 1.0);',
          `mainImage(color, ${position}.xy);`,
          'return float4(color.rgb, 1.0);',
        ];
  return `[shader("fragment")]
float4 drawImage(float4 ${position} : SV_Position, float2 ${uv} : UV) : SV_Target
{
${linesOf([...sides, ...settings, ...drawing])}}`;
}

function settingsOf(inputs: readonly Input[], place: Place): readonly string[] {
  return [...new Set(inputs.flatMap(({ setting }) => setting?.(place) ?? []))];
}

function linesOf(statements: readonly string[]): string {
  return statements.map((statement) => `    ${statement}\n`).join('');
}

/** The variable with a fragment shader's colour; null if there is none. */
export function colorOf({ output, inputs }: Context): string | null {
  if (output !== null) return output;
  if (inputs.has('gl_FragColor')) return 'fragmentColor';
  return inputs.has('gl_FragData') ? 'fragmentData[0]' : null;
}
