import { contentsOf } from '#core/plan/attributes/resources.ts';
import { roundUp } from '#core/plan/reflection/memoryLayout.ts';
import { contentBytes, contentText } from '#tools/export/native/contents.ts';
import type {
  ModuleBinding,
  ModuleEntryPoint,
  ModuleInterface,
} from '#tools/export/native/spirv/moduleInterface.ts';
import { DESCRIPTOR_KINDS } from '#tools/export/native/spirv/moduleInterface.ts';
import { findUniforms, sameName } from '#tools/export/native/uniformPlaces.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { cppComment, cppString, createCppNames } from './cppNames.ts';
import { createCppStructs } from './cppStructs.ts';
import { cppArray, DISPATCH_TYPE, dispatchRow } from './dispatchRows.ts';
import { UNIFORM_TYPE, uniformRow } from './uniformRows.ts';

/** What the header and the outline declare themselves, and what the outline uses. */
const OWN_NAMES = [
  ...['spirv', 'DescriptorKind', 'Access', 'Binding', 'bindings', 'EntryPoint', 'entryPoints'],
  ...['Threads', 'Dispatch', 'dispatches', 'Source', 'Uniform', 'uniforms', 'pushConstantBytes'],
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

/** Uniform buffers are as long as a multiple of this many bytes. */
const BLOCK_ALIGNMENT = 16;

/** The includes that the tables need. */
export const TABLE_INCLUDES: readonly string[] = [
  '#include <array>',
  '#include <cstddef>',
  '#include <cstdint>',
];

/** C++17 constants of all that a host of the module has to bind, for a namespace. */
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
      places.map((place) => uniformRow(place, program)),
    ),
    '',
    ...DISPATCH_TYPE,
    '',
    '// Of each frame, in this order, with a barrier after each.',
    ...cppArray('Dispatch', 'dispatches', program.descriptor.callCommands.map(dispatchRow)),
  ];
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
  const format = layout?.kind === 'storageTexture' ? layout.format : formatOf(command);
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

/** The contents of uniform buffers and the elements of storage buffers. */
function structLines({ bindings, pushConstants }: ModuleInterface): readonly string[] {
  const structs = createCppStructs(createCppNames(OWN_NAMES));
  for (const { struct, stride } of bindings) {
    if (struct) structs.declare(struct, stride === 0 ? blockSize(struct.end) : stride);
  }
  if (pushConstants) structs.declare(pushConstants, pushConstants.end);
  return structs.lines();
}
