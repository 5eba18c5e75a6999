import { ok } from '#core/util/result.ts';
import { compileSpirv } from '#tools/export/native/compileSpirv.ts';
import type { ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { draws } from '#tools/export/program/limits.ts';

export const place = 40;

export const format: ExportFormat = {
  id: 'spirv',
  name: 'SPIR-V binary',
  description:
    'The words of one SPIR-V module with all entry points, for Vulkan and for tools that read ' +
    'SPIR-V. The playground’s own tests read the module of every demo back.',
  limits: (program) => [
    'Buffers, textures, uniforms and dispatches: a module has code only. The C++ header lists them.',
    ...(draws(program) ? ['The draws: the C++ header describes their pipelines.'] : []),
  ],
  async make(program, context) {
    const compiled = await compileSpirv(program, context);
    if (!compiled.ok) return compiled;
    const { bytes } = compiled.value;
    return ok(new File([bytes], `${program.name}.spv`, { type: 'application/octet-stream' }));
  },
};
