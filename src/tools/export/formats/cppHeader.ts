import { readWords } from '#core/output/spirv/binary.ts';
import { fail, ok } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import { compileSpirv } from '#tools/export/native/compileSpirv.ts';
import { writeCppHeader } from '#tools/export/native/cpp/cppHeader.ts';
import { fileLimits, hostLimits } from '#tools/export/native/limits.ts';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';

export const place = 50;

export const format: ExportFormat = {
  id: 'cpp-header',
  name: 'C++ header',
  description:
    'A C++17 header for Vulkan: the SPIR-V words, entry points, bindings, structs with checked ' +
    'offsets, uniforms and dispatches as constants. The playground’s own tests compile ' +
    'the header of every demo with g++ -Wall -Wextra -Werror.',
  limits: (program) => [...hostLimits(program), ...fileLimits(program)],
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
