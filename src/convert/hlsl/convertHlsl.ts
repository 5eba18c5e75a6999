import { type Conversion, conversionOf, markOf } from '#convert/conversion.ts';
import { applyEdits, type Edit } from '#convert/glsl/edits.ts';
import { readGlsl, type Span, type Token } from '#convert/glsl/tokens.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Binding, readBindings } from './bindings.ts';
import { type Constant, declareConstant } from './constants.ts';

/**
 * An HLSL compute shader as a program of the playground: its resources get contents, its entry points are
 * called, and the texture that it draws is the picture. Fails with a sentence if it is none.
 */
export function convertHlsl(original: string): Result<Conversion> {
  const text = original.replaceAll(/\r\n?/g, '\n');
  const tokens = readGlsl(text).filter((token): token is Token => token.kind !== 'directive');
  const groups = findGroups(tokens);
  if (groups.length === 0) {
    return fail(
      'This HLSL has no compute shader, which begins with [numthreads(8, 8, 1)]. Other shaders do not run here.',
    );
  }
  const bindings = readBindings(text, tokens);
  const picture = bindings.find((binding) => isPicture(tokens, binding)) ?? null;
  const edits: Edit[] = [];
  const settings: string[] = [];
  for (const binding of bindings)
    edits.push(...editBinding(text, binding, binding === picture, settings));
  if (picture) edits.push(...storePicture(tokens, picture));
  const target = targetOf(bindings, picture);
  for (const group of groups) edits.push(...editEntryPoint(text, tokens, group, target, settings));
  edits.push(...markCalls(text, tokens), ...removePragmas(text));
  const body = applyEdits(text, edits, { from: 0, to: text.length })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const head =
    '// Converted from HLSL. Texel (0, 0) is at the bottom left.\n\nimport playground;\nimport rendering;';
  return ok(conversionOf(`${head}\n\n${body}\n`));
}

/** Where each `numthreads` is among the tokens. */
function findGroups(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ text }, index) => (text === 'numthreads' ? [index] : []));
}

/** A texture of colours that is written, and never read. */
function isPicture(tokens: readonly Token[], { kind, type, name, declaration }: Binding): boolean {
  if (kind !== 'RWTexture2D' || !/^(?:unorm )?(?:float|half)[34]$/.test(type)) return false;
  const uses = tokens.flatMap(({ text, from }, at) =>
    text === name && from > declaration.to ? [at] : [],
  );
  return uses.length > 0 && uses.every((at) => isWritten(tokens, at) || isMeasured(tokens, at));
}

function isMeasured(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === '.' && tokens[at + 2]?.text === 'GetDimensions';
}

function isWritten(tokens: readonly Token[], at: number): boolean {
  const end = closing(tokens, at + 1);
  return end !== null && tokens[end + 1]?.text === '=';
}

/** Tokens between brackets that belong together. */
const LONGEST_BRACKETS = 2000;

/** The index of the bracket that closes the one at an index; null if none is there. */
function closing(tokens: readonly Token[], open: number): number | null {
  if (!['[', '(', '{'].includes(tokens[open]?.text ?? '')) return null;
  let depth = 0;
  const end = Math.min(tokens.length, open + LONGEST_BRACKETS);
  for (let at = open; at < end; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if ('[({'.includes(text)) depth += 1;
    if ('])}'.includes(text)) depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}

/** `image[at] = color;` stores in the texture that is shown, which has no elements to assign to. */
function storePicture(tokens: readonly Token[], { name, type, declaration }: Binding): Edit[] {
  return tokens.flatMap((token, at): Edit[] => {
    if (token.text !== name || token.from <= declaration.to) return [];
    const renamed = { from: token.from, to: token.to, parts: [], build: () => 'outputTexture' };
    const open = tokens[at + 1];
    const close = closing(tokens, at + 1);
    if (!open || close === null || isMeasured(tokens, at)) return [renamed];
    let end = close + 2;
    while (end < tokens.length && tokens[end]?.text !== ';')
      end = (closing(tokens, end) ?? end) + 1;
    const place: Span = { from: open.to, to: tokens[close]?.from ?? open.to };
    const value: Span = { from: tokens[close + 2]?.from ?? 0, to: tokens[end - 1]?.to ?? 0 };
    const color = (text: string) => (type.endsWith('4') ? text : `float4(${text}, 1.0)`);
    return [
      {
        ...{ from: token.from, to: value.to, parts: [place, value] },
        build: ([at = '', text = '']) => `outputTexture.Store(${at}, ${color(text)})`,
      },
    ];
  });
}

const ELEMENTS = 65_536;

function editBinding(
  text: string,
  binding: Binding,
  isPicture: boolean,
  settings: string[],
): Edit[] {
  const { kind, name, declaration, register } = binding;
  const removeRegister = register ? [{ ...register, parts: [], build: () => '' }] : [];
  if (isPicture) return [{ ...declaration, parts: [], build: () => '' }];
  switch (kind) {
    case 'constants': {
      const declared = binding.constants.map((each: Constant) => declareConstant(each, settings));
      return [{ ...declaration, parts: [], build: () => declared.join('\n\n') }];
    }
    case 'RWStructuredBuffer':
    case 'StructuredBuffer':
      return [before(text, declaration, `[playground::ZEROS(${ELEMENTS})]`), ...removeRegister];
    case 'SamplerState':
      return [before(text, declaration, '[playground::SAMPLER]'), ...removeRegister];
    case 'Texture2D': {
      const reason = `the image of “${name}”. Mountains stand in for it: name another in URL.`;
      return [
        before(text, declaration, `${markOf(reason)}\n[playground::URL("mountains.png")]`),
        ...removeRegister,
      ];
    }
    case 'RWTexture2D': {
      const reason = `“${name}” is not the picture. It is a texture of its own, of 512 × 512 texels.`;
      return [
        before(text, declaration, `${markOf(reason)}\n[playground::BLACK(512, 512)]`),
        ...removeRegister,
      ];
    }
    default:
      return [
        before(
          text,
          declaration,
          markOf(`the contents of “${name}”. The playground has none for ${kind}.`),
        ),
        ...removeRegister,
      ];
  }
}

/** Lines above the one that something is in. */
function before(text: string, { from }: Span, lines: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return { from: start, to: start, parts: [], build: () => `${lines}\n` };
}

/** The resource that each entry point has a thread for; null if there is none. */
function targetOf(bindings: readonly Binding[], picture: Binding | null): string | null {
  if (picture) return 'outputTexture';
  const written = ['RWTexture2D', 'RWStructuredBuffer', 'StructuredBuffer'] as const;
  for (const wanted of written) {
    const found = bindings.find(({ kind }) => kind === wanted);
    if (found) return found.name;
  }
  return null;
}

function editEntryPoint(
  text: string,
  tokens: readonly Token[],
  group: number,
  target: string | null,
  settings: readonly string[],
): Edit[] {
  const { from = 0 } = tokens[group - 1] ?? {};
  const hasStage = /\[\s*shader\s*\(\s*"compute"\s*\)\s*\]\s*$/.test(text.slice(0, from));
  const call =
    target === null ? '[playground::CALL(1, 1, 1)]' : `[playground::CALL::SIZE_OF("${target}")]`;
  const nothing =
    target === 'outputTexture'
      ? []
      : [markOf('what is shown. Store colours in outputTexture, or print.')];
  const lines = [...nothing, ...(hasStage ? [] : ['[shader("compute")]']), call];
  const edits = [before(text, { from, to: from }, lines.join('\n'))];
  const body = tokens.findIndex((token, index) => index > group && token.text === '{');
  const { to = 0 } = tokens[body] ?? {};
  if (settings.length > 0 && body > 0) {
    const sizes = [
      'uint screenWidth, screenHeight;',
      'outputTexture.GetDimensions(screenWidth, screenHeight);',
    ];
    const set = [...sizes, ...settings].map((line) => `\n    ${line}`).join('');
    edits.push({ from: to, to, parts: [], build: () => set });
  }
  return edits;
}

/** What compute shaders of WebGPU do otherwise. */
function markCalls(text: string, tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, at): Edit[] => {
    if (tokens[at + 1]?.text !== '(') return [];
    if (token.text.startsWith('Interlocked')) {
      const reason = `${token.text}. WebGPU needs elements of a type such as Atomic<uint>, which have methods such as add.`;
      return [before(text, token, markOf(reason))];
    }
    const isSample = token.text === 'Sample' && tokens[at - 1]?.text === '.';
    return isSample
      ? [before(text, token, markOf('Sample. Compute shaders have SampleLevel.'))]
      : [];
  });
}

/** Such as Unity’s list of kernels. */
function removePragmas(text: string): Edit[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*pragma[^\n]*\n?/gm)].map(({ index, 0: line }) => ({
    ...{ from: index, to: index + line.length, parts: [] },
    build: () => '',
  }));
}
