import type { CompiledProgram } from '#core/output/compileResult.ts';
import { bindParameters } from '#core/plan/bindParameters.ts';
import { dataFields, numberOffsets, strideOf } from '#core/plan/reflection/dataLayout.ts';
import { elementSize, STD430 } from '#core/plan/reflection/memoryLayout.ts';
import { type ReflectedType, readReflection } from '#core/plan/reflection/reflection.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import {
  CAMERA_ORBIT,
  CAMERA_TARGET,
  type ColorPickComponent,
  entryPointsOf,
  isSameSlot,
  OUTPUT_TEXTURE,
  PRINT_BUFFER,
  type RunDescriptor,
  type RunProgram,
  type SliderComponent,
} from '#core/plan/runDescriptor.ts';
import { readWgslTypes, type WgslTypes } from '#core/plan/wgsl/wgslLayout.ts';
import { readWgslUse } from '#core/plan/wgsl/wgslUse.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import { commented, propertyKey, quoted, templateLiteral } from './identifiers.ts';
import {
  type BufferElement,
  type ElementType,
  isScalar,
  LAYOUT_TYPES,
  nameStructs,
  SCALARS,
  structsOf,
  writeElementLayouts,
  writeStruct,
} from './writeLayouts.ts';
import { writeProgram } from './writeProgram.ts';

export interface ModuleTexts {
  readonly runtime: string;
  /** For programs that draw; needs `runtime`. */
  readonly drawing: string;
  /** For programs that follow the camera; needs `runtime`. */
  readonly camera: string;
  /** Source of `halfBits` and `halfFromBits`. */
  readonly half: string;
}

interface ModuleOptions {
  readonly texts: ModuleTexts;
  /** An expression that replaces an image's address; null to keep the address. */
  readonly expressionOf?: (address: string) => string | null;
}

/** Writes the program as a TypeScript module, whose only dependency is the WebGPU types. */
export function writeModule(
  { program, descriptor }: ExportedProgram,
  data: ProgramData,
  { texts, expressionOf }: ModuleOptions,
): string {
  const elements = readElements(program, descriptor).filter(
    // The runtime reads and clears the print buffer in each frame.
    ({ name }) => name !== PRINT_BUFFER,
  );
  const body = writeProgram(data, elements.length > 0);
  const runtime = runtimeFor(data, texts);
  const hasHalves = elements.some(({ type }) => holdsHalves(type));
  const structs = structsOf(elements);
  const taken = takenNames(runtime, body, LAYOUT_TYPES, hasHalves ? texts.half : '');
  const structNames = nameStructs(structs, taken);
  return [
    headerOf(data, elements),
    section('Values that a page sets'),
    writeUniforms(data),
    ...(elements.length > 0
      ? [
          section('Contents of buffers'),
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
    `${runtime}\n`,
  ].join('\n');
}

function runtimeFor(
  { callCommands, camera }: ProgramData,
  { runtime, drawing, camera: ofCamera }: ModuleTexts,
): string {
  const draws = callCommands.some(({ type }) => type === 'DRAW');
  return [runtime, ...(draws ? [drawing] : []), ...(camera ? [ofCamera] : [])].join('\n\n');
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

/** Writes the data, with the shader code as multi-line template literals. */
function writeData(
  { shader: { code, ...shader }, ...data }: ProgramData,
  expressionOf: ModuleOptions['expressionOf'] = () => null,
): string {
  const codes = new Set([
    ...Object.values(shader.stages ?? {}),
    ...data.callCommands.flatMap((call) => (call.type === 'DRAW' ? Object.values(call.code) : [])),
  ]);
  const expression = (text: string) =>
    codes.has(text) ? templateLiteral(text) : expressionOf(text);
  const opened = `{\n  shader: {\n    code: ${templateLiteral(code)},\n    `;
  const others = [literal(shader, '  ', expression), literal(data, '', expression)].map(
    withoutBrace,
  );
  return `export const programData: ProgramData = ${opened}${others.join(',\n  ')};\n`;
}

function withoutBrace(object: string): string {
  return object.replace(/^\{\s*/, '');
}

/**
 * Names that a module declares besides the runtime and the structs, and local names in its code.
 */
const MODULE_NAMES = [
  ...['Uniforms', 'uniformDefaults', 'uniformRanges'],
  ...['ElementLayout', 'StructLayout', 'Elements', 'elementLayouts', 'readArray'],
  ...['Inputs', 'Buffers', 'Textures', 'Resources', 'ShaderProgram', 'createProgram'],
  ...['programData', 'named', 'withDefaults', 'readElements', 'writeElements'],
  ...['view', 'offset', 'value', 'URL'],
  ...Array.from({ length: 32 }, (_, depth) => ['index', 'item'].map((name) => name + depth)).flat(),
];

/** All names in the code. For example, a struct named `Map` must not shadow JavaScript's `Map`. */
function namesIn(code: string): readonly string[] {
  const withoutComments = code
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replaceAll(/^[ \t]*\/\/.*$/gm, '');
  return withoutComments.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** Names that the program's structs must not use, given the code around them. */
function takenNames(...code: readonly string[]): Set<string> {
  return new Set([...MODULE_NAMES, ...code.flatMap(namesIn)]);
}

type SetField = SliderComponent | ColorPickComponent;

/** The uniforms that the page sets: sliders and colours. */
function setFields({ uniformBlocks }: RunProgram) {
  return uniformBlocks.flatMap(({ name: block, components }) =>
    components.flatMap((field): { readonly block: string; readonly field: SetField }[] =>
      field.type === 'SLIDER' || field.type === 'COLOR_PICK' ? [{ block, field }] : [],
    ),
  );
}

/** Writes the interface `Uniforms` with its defaults and ranges. */
function writeUniforms(data: ProgramData): string {
  const all = setFields(data);
  const members = all.flatMap(({ block, field }) => [
    '  /**',
    `   * ${descriptionOf(field)}`,
    `   * In the uniform block \`${commented(block)}\` at byte ${field.offset}.`,
    '   */',
    `  readonly ${propertyKey(field.name)}: ${TYPES[field.type]};`,
  ]);
  const camera = data.camera ? Object.entries(data.camera) : [];
  const defaults = [...all.map(({ field }) => [field.name, field.default] as const), ...camera];
  const ranges = all.flatMap(({ field }) =>
    field.type === 'SLIDER' ? [[field.name, { min: field.min, max: field.max }] as const] : [],
  );
  return [
    data.camera
      ? '/** The values that a page sets: the sliders and colours of the program, and the camera. */'
      : '/** The values that a page sets: the sliders and colours of the program. */',
    'export interface Uniforms {',
    ...members,
    ...(data.camera ? CAMERA_MEMBERS : []),
    '}',
    '',
    '/** The initial values of the uniforms. */',
    `export const uniformDefaults: Uniforms = ${objectOf(defaults)};`,
    '',
    '/** The ranges of the sliders. */',
    `export const uniformRanges: Readonly<Record<string, { readonly min: number; readonly max: number }>> = ${objectOf(ranges)};`,
    '',
  ].join('\n');
}

const CAMERA_MEMBERS: readonly string[] = [
  '  /** The point that the camera looks at. */',
  `  readonly ${quoted(CAMERA_TARGET)}: readonly [x: number, y: number, z: number];`,
  '  /**',
  '   * Where the camera is around that point: its angle around the vertical axis and above the',
  '   * horizon, in radians, and its distance. At 0, 0 it looks along -z.',
  '   */',
  `  readonly ${quoted(CAMERA_ORBIT)}: readonly [yaw: number, pitch: number, distance: number];`,
];

/** Writes an object literal. `Object.fromEntries` would fail for a uniform named `__proto__`. */
function objectOf(entries: readonly (readonly [name: string, value: unknown])[]): string {
  if (entries.length === 0) return '{}';
  const lines = entries.map(
    ([name, value]) => `  ${propertyKey(name)}: ${literal(value, '  ')},\n`,
  );
  return `{\n${lines.join('')}}`;
}

const TYPES: Readonly<Record<SetField['type'], string>> = {
  SLIDER: 'number',
  COLOR_PICK: 'readonly [red: number, green: number, blue: number]',
};

function descriptionOf(field: SetField): string {
  const first = `at first ${literal(field.default)}`;
  return field.type === 'SLIDER'
    ? `A slider from ${field.min} to ${field.max}, ${first}.`
    : `A colour with parts from 0 to 1, ${first}: a \`float${field.elementCount}\`.`;
}

const WIDTH = 100;

/**
 * Writes a JSON-compatible value as a TypeScript expression with short lines.
 *
 * @param indent indentation of the line on which the value starts
 * @param expressionOf an expression that replaces a string's literal; null to keep the literal
 */
export function literal(
  value: unknown,
  indent = '',
  expressionOf: (text: string) => string | null = () => null,
): string {
  if (typeof value === 'string') return expressionOf(value) ?? quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inside = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item: unknown) => literal(item, inside, expressionOf))
    : Object.entries(value).map(
        ([name, item]) => `${propertyKey(name)}: ${literal(item, inside, expressionOf)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length <= WIDTH - 20 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inside}${part},\n`).join('')}${indent}${close}`;
}

/**
 * Larger arrays make impractical TypeScript values, so their buffers are accessible only as bytes.
 */
const MAX_ELEMENTS = 65_536;

/**
 * The elements of the program's structured buffers, in layout order. Omits buffers whose content
 * has no type or is not plain data.
 */
function readElements(
  { reflection, code }: CompiledProgram,
  { layout, callCommands }: Pick<RunDescriptor, 'layout' | 'callCommands'>,
): readonly BufferElement[] {
  const { parameters, entryPoints } = readReflection(reflection);
  const wgsl = readWgslUse(code);
  const types = readWgslTypes(code);
  const executed = new Set(callCommands.flatMap(entryPointsOf));
  const called = entryPoints.filter(({ name }) => executed.has(name));
  const { members } = bindParameters(parameters, called, wgsl);
  return Object.entries(layout).flatMap(([name, binding]): BufferElement[] => {
    if (binding.kind !== 'buffer') return [];
    const type = members.find((member) => member.name === name)?.type;
    if (type?.kind !== 'resource' || type.baseShape !== 'structuredBuffer') return [];
    const declared = wgsl.bindings.find((each) => isSameSlot(each, binding))?.type;
    const inCode = types.elementOf(declared);
    const stride = types.strideOf(inCode) ?? elementSize(type.resultType);
    const element = elementType(type.resultType, inCode, types);
    if (stride === undefined || !element) return [];
    return [{ name, typeName: typeNameOf(type.resultType), type: element, stride }];
  });
}

/**
 * Null if the type is not plain data.
 *
 * @param inCode the WGSL type, which shows whether matrices are column-major
 */
function elementType(
  type: ReflectedType,
  inCode: string | undefined,
  types: WgslTypes,
): ElementType | null {
  switch (type.kind) {
    case 'scalar':
      return isScalar(type.scalarType) ? { kind: 'scalar', scalar: type.scalarType } : null;
    case 'vector': {
      const scalar = elementType(type.elementType, undefined, types);
      if (scalar?.kind !== 'scalar') return null;
      return { kind: 'vector', scalar: scalar.scalar, count: type.elementCount };
    }
    case 'matrix':
      return matrixType(type, types.isColumnMajor(inCode));
    case 'array': {
      const element = elementType(type.elementType, types.elementOf(inCode), types);
      const stride = strideOf(type);
      const { elementCount: count } = type;
      if (!element || stride === undefined || count < 1 || count > MAX_ELEMENTS) return null;
      return { kind: 'array', element, count, stride };
    }
    case 'struct':
      return structType(type, inCode, types);
    default:
      return null;
  }
}

function matrixType(
  { rowCount, columnCount, elementType: of }: Extract<ReflectedType, { kind: 'matrix' }>,
  isByColumn: boolean,
): ElementType | null {
  if (of.kind !== 'scalar' || !isScalar(of.scalarType)) return null;
  const { bytes } = SCALARS[of.scalarType];
  const order = isByColumn ? 'column' : 'row';
  const offsets = numberOffsets([rowCount, columnCount], bytes, STD430, order);
  return { kind: 'matrix', scalar: of.scalarType, columns: columnCount, offsets };
}

function structType(
  struct: Extract<ReflectedType, { kind: 'struct' }>,
  inCode: string | undefined,
  types: WgslTypes,
): ElementType | null {
  const fieldsInCode = types.fieldsOf(inCode);
  const fields = [];
  for (const { name, field, offset, size } of dataFields(struct)) {
    const type = elementType(field.type, fieldsInCode?.[fields.length], types);
    if (!type) return null;
    fields.push({ name, typeName: typeNameOf(field.type), offset, size, type });
  }
  if (fields.length === 0) return null;
  const size = types.strideOf(inCode) ?? elementSize(struct);
  return size === undefined ? null : { kind: 'struct', name: struct.name, fields, size };
}
