import { ok } from '#core/util/result.ts';
import { compileSpirv } from '#tools/export/native/compileSpirv.ts';
import { CHECKED, writeSlangApiProgram } from '#tools/export/native/cpp/slangApiProgram.ts';
import { hostLimits } from '#tools/export/native/limits.ts';
import { packExport } from '#tools/export/native/packExport.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';

export const place = 70;

export const format: ExportFormat = {
  id: 'slang-api',
  name: 'C++ with Slang API',
  description:
    'An outline in C++17 that compiles the sources with the Slang API, with bindings, uniforms and ' +
    `dispatches as constants. ${CHECKED}`,
  limits: hostLimits,
  async make(program, context) {
    const compiled = await compileSpirv(program, context);
    if (!compiled.ok) return compiled;
    const text = writeSlangApiProgram(program, compiled.value.interface);
    const host = { path: `${program.name}.cpp`, text };
    return ok(await packExport(program, host, dataFiles(program), `${program.name}-slang-api`));
  },
};
