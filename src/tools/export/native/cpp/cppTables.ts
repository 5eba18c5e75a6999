import { contentsOf } from '#core/plan/attributes/resources.ts';
import { knownBytes, texelSides } from '#core/plan/contents.ts';
import { cameraNumbers, cameraOf } from '#core/plan/draw/camera.ts';
import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import type {
  DispatchCommand,
  ParsedResourceCommand,
  ResourceCommand,
  UniformComponent,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/countText.ts';
import { dispatchesOf, drawText } from '#tools/export/native/drawText.ts';
import {
  type DataType,
  DESCRIPTOR_KINDS,
  type MemberLayout,
  type ModuleBinding,
  type ModuleEntryPoint,
  type ModuleInterface,
  type StructLayout,
  sizeOf,
} from '#tools/export/native/spirv/moduleInterface.ts';
import { findUniforms, sameName, type UniformPlace } from '#tools/export/native/uniformPlaces.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { initialColor, initialNumber } from '#tools/export/program/initialValues.ts';
import { cppComment, cppFloat, cppString, createCppNames } from './cppNames.ts';

/** Names that the header and the host program declare or use. */
const OWN_NAMES = [
  ...['spirv', 'DescriptorKind', 'Access', 'Binding', 'bindings', 'EntryPoint', 'entryPoints'],
  ...['Threads', 'Dispatch', 'dispatches', 'Source', 'Uniform', 'uniforms', 'pushConstantBytes'],
  ...['CameraUniform', 'cameraUniforms'],
  ...[
    'mainFile',
    'report',
    'readFile',
    'compileProgram',
    'slang',
    'Slang',
    'SlangResult',
    'SlangInt',
  ],
];

/** Uniform buffer sizes are multiples of this number of bytes. */
const BLOCK_ALIGNMENT = 16;

export const TABLE_INCLUDES: readonly string[] = [
  '#include <array>',
  '#include <cstddef>',
  '#include <cstdint>',
];

/** C++17 constants for everything that a host has to bind, to be put into a namespace. */
export function cppTables(program: ExportedProgram, module: ModuleInterface): string[] {
  const { places, missing } = findUniforms(program, module);
  return [
    ...entryPointLines(module),
    '',
    ...bindingLines(program, module),
    '',
    ...structLines(module),
    `inline constexpr std::uint32_t pushConstantBytes = ${module.pushConstants?.end ?? 0};`,
    '',
    ...UNIFORM_TYPE,
    '',
    '// The host writes all of them before each frame.',
    ...missing.map((name) => `// No code uses ${cppComment(name)}.`),
    ...cppArray(
      'Uniform',
      'uniforms',
      places.flatMap((place) => uniformRow(place, program)),
    ),
    '',
    ...cameraLines(places, program),
    ...DISPATCH_TYPE,
    '',
    '// In each frame, in this order, with a barrier after each.',
    ...cppArray('Dispatch', 'dispatches', dispatchesOf(program.descriptor).map(dispatchRow)),
    ...drawLines(program, module),
  ];
}

function drawLines(program: ExportedProgram, module: ModuleInterface): string[] {
  const lines = drawText(program, module).map((line) => `// ${cppComment(line)}`.trimEnd());
  return lines.length === 0 ? [] : ['', ...lines];
}

function entryPointLines({ entryPoints, bindings }: ModuleInterface): string[] {
  return [
    'struct EntryPoint {',
    '    const char* name;        // in the source',
    '    const char* moduleName;  // in the module: VkPipelineShaderStageCreateInfo::pName',
    '    const char* stage;',
    '    std::array<std::uint32_t, 3> groupSize;',
    '};',
    '',
    ...cppArray('EntryPoint', 'entryPoints', entryPoints.map(entryPointRow)),
    ...entryPoints.map(({ name, uses }) => {
      const used = uses.flatMap((index) => bindings[index]?.name ?? []);
      return `// ${cppComment(name)} uses ${used.length > 0 ? cppComment(used.join(', ')) : 'nothing'}.`;
    }),
  ];
}

function entryPointRow({ name, moduleName, stage, groupSize }: ModuleEntryPoint): string {
  return `{${cppString(name)}, ${cppString(moduleName)}, ${cppString(stage)}, {${groupSize.join(', ')}}}`;
}

function bindingLines(program: ExportedProgram, { bindings }: ModuleInterface): string[] {
  return [
    'enum class DescriptorKind : std::uint8_t {',
    ...DESCRIPTOR_KINDS.map((kind) => `    ${kind},`),
    '};',
    '',
    'enum class Access : std::uint8_t { read, write, readWrite };',
    '',
    'struct Binding {',
    '    const char* name;',
    '    std::uint32_t set;',
    '    std::uint32_t binding;',
    '    DescriptorKind kind;',
    '    std::uint32_t count;   // of descriptors; 0 if it is open',
    '    Access access;',
    '    std::uint64_t bytes;   // of a buffer; 0 for textures and samplers',
    '    std::uint32_t stride;  // bytes of an element of a storage buffer',
    '    const char* format;    // of a texture, by its name in WebGPU',
    '    const char* content;   // what it holds before the first frame',
    '};',
    '',
    ...cppArray(
      'Binding',
      'bindings',
      bindings.map((binding) => bindingRow(program, binding)),
    ),
  ];
}

function bindingRow(program: ExportedProgram, bound: ModuleBinding): string {
  const { name, set, binding, kind, count, access, struct, stride } = bound;
  const { descriptor } = program;
  const command = descriptor.resourceCommands.find(({ resourceName }) =>
    sameName(name, resourceName),
  );
  const layout = Object.entries(descriptor.layout).find(([key]) => sameName(name, key))?.[1];
  const target = layout && 'target' in layout ? layout.target : undefined;
  const format =
    layout?.kind === 'storageTexture' ? layout.format : (target?.format ?? formatOf(command));
  const bytes =
    kind === 'uniformBuffer' && struct
      ? blockSize(struct.end)
      : command
        ? contentBytes(command.parsedCommand, program, stride)
        : 0;
  const content = command ? contentText(command, program) : '';
  const fields = [
    ...[cppString(name), set, binding, `DescriptorKind::${kind}`, count, `Access::${access}`],
    ...[bytes, stride, cppString(format), cppString(content)],
  ];
  return `{${fields.join(', ')}}`;
}

function formatOf(
  command: ExportedProgram['descriptor']['resourceCommands'][number] | undefined,
): string {
  const contents = command && contentsOf(command.parsedCommand);
  return contents?.kind === 'image' ? contents.format : '';
}

function blockSize(bytes: number): number {
  return roundUp(bytes, BLOCK_ALIGNMENT);
}

function structLines({ bindings, pushConstants }: ModuleInterface): readonly string[] {
  const structs = createCppStructs(createCppNames(OWN_NAMES));
  for (const { struct, stride } of bindings) {
    if (struct) structs.declare(struct, stride === 0 ? blockSize(struct.end) : stride);
  }
  if (pushConstants) structs.declare(pushConstants, pushConstants.end);
  return structs.lines();
}

/** The type of the `dispatches` rows, with a description of its members. */
const DISPATCH_TYPE: readonly string[] = [
  'enum class Threads : std::uint8_t {',
  '    fixed,       // so many along x, y and z, rounded up to whole groups',
  '    ofResource,  // one for each texel of a texture, or each elementSize bytes of a buffer',
  '    indirect,    // the counts of groups are three uint32_t in a buffer, at offset',
  '};',
  '',
  'struct Dispatch {',
  '    const char* entryPoint;',
  '    bool firstFrameOnly;',
  '    Threads threads;',
  '    std::array<std::uint32_t, 3> count;',
  '    const char* resource;',
  '    std::uint32_t elementSize;',
  '    std::uint32_t offset;',
  '};',
];

/** A dispatch as a `Dispatch` initializer. */
function dispatchRow(call: DispatchCommand): string {
  const start = `{${cppString(call.entryPoint)}, ${call.callOnce}`;
  switch (call.type) {
    case 'FIXED_SIZE': {
      const [x = 1, y = 1, z = 1] = call.size;
      return `${start}, Threads::fixed, {${x}, ${y}, ${z}}, "", 0, 0}`;
    }
    case 'RESOURCE_BASED':
      return `${start}, Threads::ofResource, {0, 0, 0}, ${cppString(call.resourceName)}, ${call.elementSize ?? 0}, 0}`;
    case 'INDIRECT':
      return `${start}, Threads::indirect, {0, 0, 0}, ${cppString(call.bufferName)}, 0, ${call.offset}}`;
    default:
      return assertNever(call);
  }
}

/** A C++ array, possibly empty. */
function cppArray(type: string, name: string, rows: readonly string[]): string[] {
  const declared = `inline constexpr std::array<${type}, ${rows.length}> ${name}`;
  if (rows.length === 0) return [`${declared}{};`];
  return [`${declared}{{`, ...rows.map((row) => `    ${row},`), '}};'];
}

const UNIFORM_TYPE: readonly string[] = [
  'enum class Source : std::uint8_t {',
  '    time,     // seconds, in scalar',
  '    frame,    // counts from 0, in scalar',
  '    mouse,    // four scalars: the position in pixels, then that of the last press',
  '    key,      // 1 while the key is held, else 0, in scalar',
  '    slider,   // a float from minimum to maximum',
  '    color,    // red, green, blue from 0 to 1, in floats; a fourth float is 1',
  '};',
  '',
  'struct Uniform {',
  '    const char* name;',
  '    std::int32_t binding;    // index in bindings; -1 for push constants',
  '    std::uint32_t offset;    // bytes',
  '    Source source;',
  '    const char* scalar;',
  '    const char* key;         // of KeyboardEvent.key or KeyboardEvent.code',
  '    std::array<float, 3> value;',
  '    float minimum;',
  '    float maximum;',
  '};',
];

/** A uniform as a `Uniform` initializer, with the user's value; nothing for the camera's. */
function uniformRow(
  { component, binding, offset }: UniformPlace,
  { uniformValues }: ExportedProgram,
): string | [] {
  const start = `{${cppString(component.name)}, ${binding ?? -1}, ${offset}`;
  switch (component.type) {
    case 'SLIDER': {
      const value = initialNumber(component, uniformValues);
      return `${start}, Source::slider, "float32", "", {${cppFloat(value)}, 0.0f, 0.0f}, ${cppFloat(component.min)}, ${cppFloat(component.max)}}`;
    }
    case 'COLOR_PICK': {
      const value = initialColor(component, uniformValues);
      return `${start}, Source::color, "float32", "", {${value.map(cppFloat).join(', ')}}, 0.0f, 1.0f}`;
    }
    case 'CAMERA':
      return [];
    default: {
      const key = component.type === 'KEY' ? component.key : '';
      return `${start}, Source::${SOURCES[component.type]}, ${cppString(component.scalarType)}, ${cppString(key)}, {0.0f, 0.0f, 0.0f}, 0.0f, 0.0f}`;
    }
  }
}

const SOURCES: Readonly<
  Record<Exclude<UniformComponent['type'], 'SLIDER' | 'COLOR_PICK' | 'CAMERA'>, string>
> = { TIME: 'time', FRAME_ID: 'frame', MOUSE_POSITION: 'mouse', KEY: 'key' };

const CAMERA_TYPE: readonly string[] = [
  'struct CameraUniform {',
  '    const char* name;',
  '    std::int32_t binding;    // index in bindings; -1 for push constants',
  '    std::uint32_t offset;    // bytes',
  '    const char* part;        // VIEW, PROJECTION, VIEW_PROJECTION or CAMERA_POSITION',
  '    std::uint32_t count;     // of floats',
  '    std::array<float, 16> values;',
  '};',
];

/** The camera's uniforms as constants; nothing if there are none. */
function cameraLines(
  places: readonly UniformPlace[],
  { uniformValues }: ExportedProgram,
): readonly string[] {
  const rows = places.flatMap(({ component, binding, offset }) => {
    if (component.type !== 'CAMERA') return [];
    const numbers = cameraNumbers(component.part, cameraOf(uniformValues), 1);
    const values = Array.from({ length: 16 }, (_, index) => cppFloat(numbers[index] ?? 0));
    return [
      `{${cppString(component.name)}, ${binding ?? -1}, ${offset}, ${cppString(component.part)}, ${numbers.length}, {${values.join(', ')}}}`,
    ];
  });
  if (rows.length === 0) return [];
  return [
    ...CAMERA_TYPE,
    '',
    '// The camera when the program was exported, for a picture that is as wide as it is high.',
    '// Matrices are row by row, for vectors on their right.',
    ...cppArray('CameraUniform', 'cameraUniforms', rows),
    '',
  ];
}

/** Writes C++ structs whose members match the shader's memory layout. */
type CppStructs = ReturnType<typeof createCppStructs>;

function createCppStructs(nameFor: (name: string) => string) {
  const lines: string[] = [];
  const declared = new Map<string, string>();
  const declare = (layout: StructLayout, size: number): string => {
    const key = JSON.stringify([layout, size]);
    const known = declared.get(key);
    if (known !== undefined) return known;
    const members = writeMembers(layout, size, declare);
    const name = nameFor(layout.name);
    declared.set(key, name);
    lines.push(
      `struct ${name} {`,
      ...members.map(({ text }) => `    ${text}`),
      '};',
      `static_assert(sizeof(${name}) == ${size}, "size of ${name}");`,
      ...members.flatMap(({ field, offset }) =>
        field === null
          ? []
          : [`static_assert(offsetof(${name}, ${field}) == ${offset}, "place of ${field}");`],
      ),
      '',
    );
    return name;
  };
  return {
    /**
     * Declares a struct and the structs in it, and returns its name.
     *
     * @param size in bytes, including the padding after the last member
     */
    declare,
    /** All declarations so far, inner ones first. */
    lines: (): readonly string[] => lines,
  };
}

interface WrittenMember {
  readonly text: string;
  /** Null for padding. */
  readonly field: string | null;
  readonly offset: number;
}

function writeMembers(
  { members }: StructLayout,
  size: number,
  declare: CppStructs['declare'],
): WrittenMember[] {
  const typed = members.map((member, index) => {
    const next = members[index + 1]?.offset ?? size;
    return { member, type: cppType(member.type, next - member.offset, declare) };
  });
  // In C++, a member must not share a name with a member's type.
  const nameFor = createCppNames(typed.map(({ type }) => type.base));
  const named = typed.map(({ member, type }) => ({ member, type, field: nameFor(member.name) }));
  const written: WrittenMember[] = [];
  let end = 0;
  const pad = (to: number) => {
    if (to <= end) return;
    const text = `std::uint8_t ${nameFor('padding')}[${to - end}];`;
    written.push({ text, field: null, offset: end });
  };
  for (const { member, type, field } of named) {
    const { offset } = member;
    pad(offset);
    written.push({ text: memberText(member, type, field), field, offset });
    end = offset + type.bytes;
  }
  pad(size);
  return written;
}

function memberText(
  { name, offset, type }: MemberLayout,
  { base, dimensions }: CppType,
  field: string,
): string {
  const brackets = dimensions.map((count) => `[${count}]`).join('');
  const renamed = field === name ? '' : `, ${cppComment(name)} in the shader`;
  return `${base} ${field}${brackets}; // ${offset}: ${describe(type)}${renamed}`;
}

interface CppType {
  readonly base: string;
  readonly dimensions: readonly number[];
  readonly bytes: number;
}

/** @param room bytes up to the next member; the last element of an array may lack its padding */
function cppType(type: DataType, room: number, declare: CppStructs['declare']): CppType {
  switch (type.kind) {
    case 'number':
      return { base: numberType(type), dimensions: [], bytes: type.bytes };
    case 'struct': {
      const bytes = Math.min(room, roundUp(type.struct.end, alignmentOf(type)));
      return { base: declare(type.struct, bytes), dimensions: [], bytes };
    }
    case 'array': {
      const { element, count, stride } = type;
      const whole = count * stride;
      const inner = elementType(element, stride, declare);
      if (count > 0 && whole <= room) {
        const dimensions = paddedDimensions(inner, element, stride);
        if (dimensions)
          return { base: inner.base, dimensions: [count, ...dimensions], bytes: whole };
      }
      const bytes = count === 0 ? 0 : Math.min(room, sizeOf(type));
      return { base: 'std::uint8_t', dimensions: [Math.max(1, bytes)], bytes };
    }
    default:
      return assertNever(type);
  }
}

/** In an array, a struct is as long as the stride. */
function elementType(element: DataType, stride: number, declare: CppStructs['declare']): CppType {
  if (element.kind !== 'struct') return cppType(element, stride, declare);
  return { base: declare(element.struct, stride), dimensions: [], bytes: stride };
}

/**
 * Dimensions that pad an element to the stride; null if a whole number of scalars cannot fill it.
 */
function paddedDimensions(
  inner: CppType,
  element: DataType,
  stride: number,
): readonly number[] | null {
  if (inner.bytes === stride) return inner.dimensions;
  if (element.kind === 'number' && stride % element.bytes === 0) return [stride / element.bytes];
  const isVector = element.kind === 'array' && element.element.kind === 'number';
  if (!isVector) return null;
  const { bytes } = element.element;
  return element.stride === bytes && stride % bytes === 0 ? [stride / bytes] : null;
}

function alignmentOf(type: DataType): number {
  switch (type.kind) {
    case 'number':
      return type.bytes;
    case 'array':
      return alignmentOf(type.element);
    case 'struct':
      return Math.max(1, ...type.struct.members.map((member) => alignmentOf(member.type)));
    default:
      return assertNever(type);
  }
}

function numberType({ number, bytes }: Extract<DataType, { kind: 'number' }>): string {
  // C++ has no half, so a half is declared as its bits.
  if (number === 'float') return bytes === 8 ? 'double' : bytes === 4 ? 'float' : 'std::uint16_t';
  return `std::${number === 'int' ? 'int' : 'uint'}${8 * bytes}_t`;
}

/** For example, `float32[3][4], stride 16`. */
function describe(type: DataType): string {
  const counts: string[] = [];
  let element = type;
  let isPadded = false;
  while (element.kind === 'array') {
    counts.push(`[${element.count === 0 ? '' : element.count}]`);
    isPadded ||= element.stride !== sizeOf(element.element);
    element = element.element;
  }
  const name = element.kind === 'struct' ? element.struct.name : scalarName(element);
  const stride = type.kind === 'array' && isPadded ? `, stride ${type.stride}` : '';
  return `${cppComment(name)}${counts.join('')}${stride}`;
}

function scalarName({ number, bytes }: Extract<DataType, { kind: 'number' }>): string {
  return `${number}${8 * bytes}`;
}

/** Describes a resource's initial content for a comment. */
function contentText(
  { parsedCommand }: ResourceCommand,
  { contents, seed }: ExportedProgram,
): string {
  const fileText = (address: string) => {
    const file = contents.get(address);
    const shown = address.startsWith('data:') ? 'a data address' : address;
    return file ? `${shown} (${bytesText(file.size)})` : shown;
  };
  const held = contentsOf(parsedCommand);
  switch (held.kind) {
    case 'zeros':
      return held.of === 'elements'
        ? `zeros, ${held.count} elements of ${bytesText(held.elementSize)}`
        : `zeros, ${texelSides(held).join(' x ')} texels`;
    case 'screen':
      return `zeros, ${held.widthScale} x ${held.heightScale} of the picture's width and height`;
    case 'bytes':
      if (held.from === 'mesh') return `${held.part} of the mesh ${held.mesh}`;
      return held.from === 'random'
        ? `${held.count} random floats in [0, 1), seed ${seed}`
        : `bytes of ${fileText(held.url)}`;
    case 'image':
      return `${held.urls.length > 1 ? 'images, a layer each: ' : 'image '}${held.urls.map(fileText).join(', ')}`;
    case 'sampler':
      return 'linear, repeating';
    default:
      return assertNever(held);
  }
}

/**
 * Size in bytes of a buffer that a command fills; 0 for textures and samplers.
 *
 * @param stride of an element in the module, if known
 */
function contentBytes(
  command: ParsedResourceCommand,
  { contents }: ExportedProgram,
  stride = 0,
): number {
  const held = contentsOf(command);
  if (held.kind === 'zeros' && held.of === 'elements') {
    return held.count * Math.max(held.elementSize, stride);
  }
  if (held.kind === 'bytes' && held.from === 'file') {
    const size = contents.get(held.url)?.size ?? 0;
    return size - (size % held.elementSize);
  }
  return knownBytes(held) ?? 0;
}
