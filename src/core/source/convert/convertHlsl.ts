import {
  applyEdits,
  type Edit,
  readGlsl,
  type Span,
  type Token,
} from '#core/source/convert/glsl/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type Conversion, findingsOf, markOf, standInImage } from './conversion.ts';

/**
 * Converts an HLSL compute shader to a playground program: resources get contents, entry points are
 * called, and the texture that is drawn becomes the picture. Fails with a sentence if the source is
 * not a compute shader.
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
  const program: Program = { text, tokens, closings: findClosings(tokens), uses: findUses(tokens) };
  const picture = bindings.find((binding) => isPicture(program, binding)) ?? null;
  const edits: Edit[] = [];
  const settings: string[] = [];
  for (const binding of bindings)
    edits.push(...editBinding(text, binding, binding === picture, settings));
  const writer = nameFor(program, 'drawTexel');
  if (picture) edits.push(...storePicture(program, picture, writer));
  const target = targetOf(bindings, picture);
  const setter = settings.length > 0 ? nameFor(program, 'readScreenSize') : null;
  const bodies = findBodies(tokens, groups);
  for (const [index, group] of groups.entries()) {
    edits.push(...editEntryPoint(program, group, bodies[index] ?? null, target, setter));
  }
  edits.push(...markCalls(text, tokens), ...removePragmas(text));
  const body = applyEdits(text, edits, { from: 0, to: text.length })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const parts = [
    '// Converted from HLSL. As in Direct3D, row 0 of the picture is at the top.',
    'import playground;\nimport rendering;',
    body,
    ...(setter ? [declareSetter(setter, settings)] : []),
    ...(picture ? [declareWriter(writer)] : []),
  ];
  const converted = `${parts.join('\n\n')}\n`;
  return ok({ text: converted, ...findingsOf(converted), otherForm: null });
}

interface Program {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Index of the closing bracket, by index of the opening one. */
  readonly closings: ReadonlyMap<number, number>;
  /** Token indices by text. */
  readonly uses: ReadonlyMap<string, readonly number[]>;
}

function findClosings(tokens: readonly Token[]): Map<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if ('[({'.includes(text)) open.push(at);
    else if ('])}'.includes(text)) {
      const start = open.pop();
      if (start !== undefined) closings.set(start, at);
    }
  }
  return closings;
}

function findUses(tokens: readonly Token[]): Map<string, number[]> {
  const uses = new Map<string, number[]>();
  for (const [at, { text }] of tokens.entries()) {
    const known = uses.get(text);
    if (known) known.push(at);
    else uses.set(text, [at]);
  }
  return uses;
}

/** Index of the opening brace of each entry point; null if it has none. */
function findBodies(tokens: readonly Token[], groups: readonly number[]): (number | null)[] {
  const braces = tokens.flatMap(({ text }, at) => (text === '{' ? [at] : []));
  let next = 0;
  return groups.map((group) => {
    while ((braces[next] ?? group + 1) < group) next += 1;
    return braces[next] ?? null;
  });
}

function nameFor({ uses }: Program, wanted: string): string {
  let name = wanted;
  while (uses.has(name)) name += '_';
  return name;
}

function declareSetter(name: string, settings: readonly string[]): string {
  const lines = [
    'uint screenWidth, screenHeight;',
    'outputTexture.GetDimensions(screenWidth, screenHeight);',
    ...settings,
  ];
  return `/// Sets the sizes that the program was given from outside.
void ${name}()
{
${lines.map((line) => `    ${line}`).join('\n')}
}`;
}

/** Row 0 of a picture is at the top in Direct3D, and at the bottom in the playground. */
function declareWriter(name: string): string {
  return `/// Draws one texel. Row 0 is at the top; in outputTexture it is at the bottom.
void ${name}(uint2 texel, float4 color)
{
    uint width, height;
    outputTexture.GetDimensions(width, height);
    outputTexture.Store(uint2(texel.x, height - 1 - texel.y), color);
}`;
}

function findGroups(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ text }, index) => (text === 'numthreads' ? [index] : []));
}

/** A colour texture that is written but never read. */
function isPicture(program: Program, { kind, type, name, declaration }: Binding): boolean {
  const { tokens } = program;
  if (kind !== 'RWTexture2D' || !/^(?:unorm )?(?:float|half)[34]$/.test(type)) return false;
  const uses = usesOf(program, name, declaration);
  return uses.length > 0 && uses.every((at) => isWritten(program, at) || isMeasured(tokens, at));
}

/** Token indices of uses of a name after its declaration. */
function usesOf({ tokens, uses }: Program, name: string, { to }: Span): readonly number[] {
  return (uses.get(name) ?? []).filter((at) => (tokens[at]?.from ?? 0) > to);
}

function isMeasured(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === '.' && tokens[at + 2]?.text === 'GetDimensions';
}

function isWritten({ tokens, closings }: Program, at: number): boolean {
  const end = tokens[at + 1]?.text === '[' ? closings.get(at + 1) : undefined;
  return end !== undefined && tokens[end + 1]?.text === '=';
}

/** Rewrites `image[at] = color;`, since elements of the displayed texture cannot be assigned. */
function storePicture(
  program: Program,
  { name, type, declaration }: Binding,
  writer: string,
): Edit[] {
  const { tokens, closings } = program;
  const ends = findEnds(program);
  return usesOf(program, name, declaration).flatMap((at): Edit[] => {
    const token = tokens[at];
    const open = tokens[at + 1];
    if (!token || !open) return [];
    const close = closings.get(at + 1);
    if (close === undefined || isMeasured(tokens, at)) {
      return [{ from: token.from, to: token.to, parts: [], build: () => 'outputTexture' }];
    }
    const end = ends[close + 2] ?? tokens.length;
    const place: Span = { from: open.to, to: tokens[close]?.from ?? open.to };
    const value: Span = { from: tokens[close + 2]?.from ?? 0, to: tokens[end - 1]?.to ?? 0 };
    const color = (text: string) => (type.endsWith('4') ? text : `float4(${text}, 1.0)`);
    return [
      {
        ...{ from: token.from, to: value.to, parts: [place, value] },
        build: ([at = '', text = '']) => `${writer}(${at}, ${color(text)})`,
      },
    ];
  });
}

/** For each token, the index of the semicolon that ends its statement. */
function findEnds({ tokens, closings }: Program): readonly number[] {
  const ends = new Array<number>(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const next = (closings.get(at) ?? at) + 1;
    ends[at] = tokens[at]?.text === ';' ? at : (ends[next] ?? tokens.length);
  }
  return ends;
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
    case 'Texture2D':
      return [before(text, declaration, standInImage(name)), ...removeRegister];
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

/** Inserts lines above the line of a span. */
function before(text: string, { from }: Span, lines: string): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  return { from: start, to: start, parts: [], build: () => `${lines}\n` };
}

/** The resource whose size sets the number of threads; null if there is none. */
function targetOf(bindings: readonly Binding[], picture: Binding | null): string | null {
  if (picture) return 'outputTexture';
  const written = ['RWTexture2D', 'RWStructuredBuffer', 'StructuredBuffer'] as const;
  for (const wanted of written) {
    const found = bindings.find(({ kind }) => kind === wanted);
    if (found) return found.name;
  }
  return null;
}

const STAGE = '[shader("compute")]';

function editEntryPoint(
  { text, tokens }: Program,
  group: number,
  body: number | null,
  target: string | null,
  setter: string | null,
): Edit[] {
  const { from = 0 } = tokens[group - 1] ?? {};
  const attribute = tokens.slice(Math.max(0, group - 9), Math.max(0, group - 1));
  const hasStage = attribute
    .map((token) => token.text)
    .join('')
    .endsWith(STAGE);
  const call =
    target === null ? '[playground::CALL(1, 1, 1)]' : `[playground::CALL::SIZE_OF("${target}")]`;
  const nothing =
    target === 'outputTexture'
      ? []
      : [markOf('what is shown. Store colours in outputTexture, or print.')];
  const lines = [...nothing, ...(hasStage ? [] : [STAGE]), call];
  const edits = [before(text, { from, to: from }, lines.join('\n'))];
  const { to = 0 } = (body === null ? undefined : tokens[body]) ?? {};
  if (setter && body !== null) {
    edits.push({ from: to, to, parts: [], build: () => `\n    ${setter}();` });
  }
  return edits;
}

/** Marks calls that WebGPU's compute shaders do not support. */
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

/** Removes pragmas such as Unity’s list of kernels. */
function removePragmas(text: string): Edit[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*pragma[^\n]*\n?/gm)].map(({ index, 0: line }) => ({
    ...{ from: index, to: index + line.length, parts: [] },
    build: () => '',
  }));
}

type Binding = {
  readonly name: string;
  /** Element type; empty if none. */
  readonly type: string;
  readonly declaration: Span;
  /** `: register(u0)`, which is removed because the playground assigns slots; null if absent. */
  readonly register: Span | null;
} & (
  | { readonly kind: 'constants'; readonly constants: readonly Constant[] }
  | { readonly kind: ResourceKind }
);

const RESOURCES = [
  'RWTexture2D',
  'Texture2D',
  'RWTexture3D',
  'Texture3D',
  'TextureCube',
  'RWStructuredBuffer',
  'StructuredBuffer',
  'RWByteAddressBuffer',
  'ByteAddressBuffer',
  'RWBuffer',
  'Buffer',
  'SamplerState',
] as const;

type ResourceKind = (typeof RESOURCES)[number];

const RESOURCE = new RegExp(
  String.raw`^(${RESOURCES.join('|')})(?:\s*<([^<>]*)>)?\s+(\w+)\s*(?:(:\s*register\s*\([^)]*\))\s*)?;`,
);

const CONSTANTS =
  /^(?:cbuffer\s+(\w+)\s*(?::\s*register\s*\([^)]*\)\s*)?\{([^{}]*)\}\s*;?|(?:uniform\s+)?((?:float|int|uint|bool|half)[1-4]?)\s+(\w+)\s*(?::\s*register\s*\([^)]*\)\s*)?;)/;

function readBindings(text: string, tokens: readonly Token[]): Binding[] {
  const bindings: Binding[] = [];
  let depth = 0;
  let isStart = true;
  let until = 0;
  for (const token of tokens) {
    if (token.from < until) continue;
    const binding =
      depth === 0 && isStart
        ? bindingAt(text.slice(token.from, token.from + 4000), token.from)
        : null;
    if (binding) {
      bindings.push(binding);
      until = binding.declaration.to;
      continue;
    }
    if ('{(['.includes(token.text)) depth += 1;
    if ('})]'.includes(token.text)) depth -= 1;
    isStart = [';', '}', ']'].includes(token.text);
  }
  return bindings;
}

function bindingAt(text: string, from: number): Binding | null {
  const resource = RESOURCE.exec(text);
  if (resource) {
    const [all, kind, type = '', name = '', register] = resource;
    const at = register === undefined ? -1 : all.indexOf(register);
    return {
      ...{
        kind: kind as ResourceKind,
        name,
        type: type.trim(),
        declaration: { from, to: from + all.length },
      },
      register:
        register === undefined ? null : { from: from + at, to: from + at + register.length },
    };
  }
  const found = CONSTANTS.exec(text);
  if (!found) return null;
  const [all, block, members = '', type = '', variable = ''] = found;
  const constants = block === undefined ? [{ type, name: variable }] : readMembers(members);
  return {
    ...{ kind: 'constants', name: block ?? variable, type: '', constants, register: null },
    declaration: { from, to: from + all.length },
  };
}

function readMembers(text: string): Constant[] {
  const plain = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '');
  return plain.split(';').flatMap((member) => {
    const [, type, names] =
      /^((?:row_major\s+|column_major\s+)?\w+)\s+([\s\S]+)$/.exec(member.trim()) ?? [];
    if (type === undefined || names === undefined) return [];
    return names.split(',').map((name) => ({ type, name: name.replace(/:[\s\S]*/, '').trim() }));
  });
}

interface Constant {
  readonly type: string;
  /** With its array size. */
  readonly name: string;
}

/**
 * Declares a constant with the playground input that fits its name and type.
 *
 * @param settings receives the statements that each entry point must run
 */
function declareConstant({ type, name }: Constant, settings: string[]): string {
  const is = (word: RegExp) => word.test(name);
  const isNumber = ['float', 'int', 'uint'].includes(type);
  if (isNumber && is(/frame/i)) return `[playground::FRAME_ID]\nuniform ${type} ${name};`;
  if (isNumber && is(/time/i)) return `[playground::TIME]\nuniform ${type} ${name};`;
  if (type === 'float4' && is(/mouse/i))
    return `[playground::MOUSE_POSITION]\nuniform ${type} ${name};`;
  if (/^(?:float|int|uint)2$/.test(type) && is(/res|size|dim|extent|screen/i)) {
    settings.push(`${name} = ${type}(screenWidth, screenHeight);`);
    return `static ${type} ${name};`;
  }
  if (isNumber && is(/width/i)) return sizeConstant(type, name, 'screenWidth', settings);
  if (isNumber && is(/height/i)) return sizeConstant(type, name, 'screenHeight', settings);
  if (type === 'float3' && is(/colou?r|tint/i)) {
    return `[playground::COLOR_PICK(1.0, 1.0, 1.0)]\nuniform ${type} ${name};`;
  }
  if (type === 'float') return `[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform ${type} ${name};`;
  const reason = `the value of “${name}”. It is zero: set it in the source.`;
  return `${markOf(reason)}\nstatic ${type} ${name};`;
}

function sizeConstant(type: string, name: string, value: string, settings: string[]): string {
  settings.push(`${name} = ${type}(${value});`);
  return `static ${type} ${name};`;
}
