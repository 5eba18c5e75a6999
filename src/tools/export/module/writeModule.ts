import { OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { commented, templateLiteral } from './identifiers.ts';
import type { BufferElement, ElementType } from './layout/elementType.ts';
import { readElements } from './layout/readElements.ts';
import { nameStructs, structsOf } from './layout/structNames.ts';
import { LAYOUT_TYPES, writeElementLayouts, writeStruct } from './layout/writeLayouts.ts';
import { literal } from './literal.ts';
import { writeProgram } from './writeProgram.ts';
import { writeUniforms } from './writeUniforms.ts';

/** Code that modules contain. */
export interface ModuleTexts {
  /** The run-time. */
  readonly runtime: string;
  /** `halfBits` and `halfFromBits`. */
  readonly half: string;
}

interface ModuleOptions {
  readonly texts: ModuleTexts;
  /** What stands in place of the address of an image; null for the address itself. */
  readonly expressionOf?: (address: string) => string | null;
}

/** The program as the text of a TypeScript module, which needs the types of WebGPU only. */
export function writeModule(
  { program, descriptor }: Pick<ExportedProgram, 'program' | 'descriptor'>,
  data: ProgramData,
  { texts, expressionOf }: ModuleOptions,
): string {
  const elements = readElements(program, descriptor).filter(
    // The run-time reads it, and clears it in each frame.
    ({ name }) => name !== PRINT_BUFFER,
  );
  const body = writeProgram(data, elements.length > 0);
  const hasHalves = elements.some(({ type }) => holdsHalves(type));
  const structs = structsOf(elements);
  const taken = takenNames(texts.runtime, body, LAYOUT_TYPES, hasHalves ? texts.half : '');
  const structNames = nameStructs(structs, taken);
  return [
    headerOf(data, elements),
    section('What a page sets'),
    writeUniforms(data),
    ...(elements.length > 0
      ? [
          section('What buffers hold'),
          LAYOUT_TYPES,
          ...structs.map((struct) => writeStruct(struct, structNames)),
          writeElementLayouts(elements, structNames),
        ]
      : []),
    section('The program'),
    body,
    section('Its shader and resources'),
    writeData(data, expressionOf),
    ...(hasHalves ? [section('Half-precision floats'), `${unexported(texts.half)}\n`] : []),
    section('The run-time, which is the same for all programs'),
    `${texts.runtime}\n`,
  ].join('\n');
}

function holdsHalves(type: ElementType): boolean {
  switch (type.kind) {
    case 'array':
      return holdsHalves(type.element);
    case 'struct':
      return type.fields.some((field) => holdsHalves(field.type));
    default:
      return type.scalar === 'float16';
  }
}

function unexported(text: string): string {
  return text.replaceAll(/^export /gm, '');
}

function section(title: string): string {
  return `// ${title} ${'-'.repeat(Math.max(3, 96 - title.length))}\n`;
}

function headerOf({ name, layout }: ProgramData, elements: readonly BufferElement[]): string {
  const buffer = elements[0]?.name;
  const read =
    buffer && ` *   const values = await program.readElements(${JSON.stringify(buffer)});`;
  return [
    '/**',
    ` * The program ${commented(name)}, exported by Slang Playground. It needs nothing but WebGPU and, in`,
    ' * TypeScript, the package @webgpu/types. For example:',
    ' *',
    ' *   const device = await requestGpuDevice();',
    ' *   if (!device.ok) throw new Error(device.error);',
    ' *   const program = await createProgram(device.value, { width: 640, height: 360 });',
    ' *   program.frame({ frame: 0, time: 0 });',
    ...(!(OUTPUT_TEXTURE in layout) ? [] : [' *   const picture = program.picture();']),
    ...(read ? [commentedLine(read)] : []),
    ' */',
    '',
  ].join('\n');
}

function commentedLine(line: string): string {
  return line.replaceAll('*/', '* /');
}

/** The shader line by line, the rest as it is. */
function writeData(
  { shader: { code, ...shader }, ...data }: ProgramData,
  expressionOf: ModuleOptions['expressionOf'],
): string {
  const opened = `{\n  shader: {\n    code: ${templateLiteral(code)},\n    `;
  const others = [literal(shader, '  '), literal(data, '', expressionOf)].map(withoutBrace);
  return `export const programData: ProgramData = ${opened}${others.join(',\n  ')};\n`;
}

function withoutBrace(object: string): string {
  return object.replace(/^\{\s*/, '');
}

/** What a module declares beside the run-time and the program's structs, and the names in its code. */
const MODULE_NAMES = [
  ...['Uniforms', 'uniformDefaults', 'uniformRanges'],
  ...['ElementLayout', 'StructLayout', 'Elements', 'elementLayouts', 'readArray'],
  ...['Inputs', 'Buffers', 'Textures', 'Resources', 'ShaderProgram', 'createProgram'],
  ...['programData', 'named', 'withDefaults', 'readElements', 'writeElements'],
  ...['view', 'offset', 'value', 'URL'],
  ...Array.from({ length: 32 }, (_, depth) => ['index', 'item'].map((name) => name + depth)).flat(),
];

/** All names that code mentions: a struct named `Map` must not take the place of JavaScript's. */
function namesIn(code: string): readonly string[] {
  const withoutComments = code
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');
  return withoutComments.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** Names that structs of the program must not have beside this code. */
function takenNames(...code: readonly string[]): Set<string> {
  return new Set([...MODULE_NAMES, ...code.flatMap(namesIn)]);
}
