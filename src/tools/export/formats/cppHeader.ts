import { readWords } from '#core/output/spirv/binary.ts';
import { fail, ok } from '#core/util/result.ts';
import { runInSlices, type Sliced } from '#core/util/slices.ts';
import { compileSpirv } from '#tools/export/native/compileSpirv.ts';
import { cppComment, cppNamespace } from '#tools/export/native/cpp/cppNames.ts';
import { cppTables, TABLE_INCLUDES } from '#tools/export/native/cpp/cppTables.ts';
import type { ModuleInterface } from '#tools/export/native/spirv/moduleInterface.ts';
import type { ExportedProgram, ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { draws, fileLimits, hostLimits, meshLimits } from '#tools/export/program/limits.ts';

const WORDS_PER_LINE = 8;

/** Writes a C++17 header with the SPIR-V module and everything that a host has to bind. */
export function* writeCppHeader(
  program: ExportedProgram,
  words: Uint32Array,
  module: ModuleInterface,
): Sliced<string> {
  const namespace = cppNamespace(program.name);
  const guard = `SLANG_PLAYGROUND_${namespace.toUpperCase()}_H`;
  return [
    `// ${cppComment(program.name)}, exported from Slang Playground: a SPIR-V module and what a host has to bind.`,
    '// C++17, no dependency. Sets, bindings and offsets are those of the SPIR-V module.',
    ...(draws(program)
      ? ['// The tables contain no draws: comments after them describe the pipelines.']
      : []),
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '',
    ...TABLE_INCLUDES,
    '',
    `namespace ${namespace} {`,
    '',
    ...cppTables(program, module),
    '',
    ...(yield* wordLines(words)),
    '',
    `}  // namespace ${namespace}`,
    '',
    `#endif  // ${guard}`,
    '',
  ].join('\n');
}

function* wordLines(words: Uint32Array): Sliced<string[]> {
  const lines = ['// For vkCreateShaderModule.', 'inline constexpr std::uint32_t spirv[] = {'];
  for (let at = 0; at < words.length; at += WORDS_PER_LINE) {
    yield;
    const line = Array.from(
      words.subarray(at, at + WORDS_PER_LINE),
      (word) => `0x${word.toString(16).padStart(8, '0')},`,
    );
    lines.push(`    ${line.join(' ')}`);
  }
  return [...lines, '};'];
}

export const place = 50;

export const format: ExportFormat = {
  id: 'cpp-header',
  name: 'C++ header',
  description:
    'A C++17 header for Vulkan: the SPIR-V words, entry points, bindings, structs with checked ' +
    'offsets, uniforms and dispatches as constants. The playground’s own tests compile ' +
    'the header of every demo with g++ -Wall -Wextra -Werror.',
  limits: (program) => [...hostLimits(program), ...fileLimits(program), ...meshLimits(program)],
  async make(program, context) {
    const compiled = await compileSpirv(program, context);
    if (!compiled.ok) return compiled;
    const { bytes, interface: read } = compiled.value;
    const module = readWords(bytes);
    if (!module) return fail('The compiler returned no SPIR-V module.');
    const text = await runInSlices(writeCppHeader(program, module.words, read));
    return ok(new File([text], `${program.name}.h`, { type: 'text/x-c++' }));
  },
};
