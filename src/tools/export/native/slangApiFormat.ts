import { ok } from '#core/util/result.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';
import { compileSpirv } from './compileSpirv.ts';
import { CHECKED, writeSlangApiProgram } from './cpp/slangApiProgram.ts';
import { hostLimits } from './limits.ts';
import { packExport } from './packExport.ts';

export const slangApiFormat: ExportFormat = {
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
