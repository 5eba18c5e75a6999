import { typescript as half } from 'virtual:export-half';
import { typescript as runtime } from 'virtual:export-runtime';
import type { ExportFormat } from '#export/program/exportFormat.ts';
import { toProgramData } from '#export/program/toProgramData.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { moduleLimits } from './moduleLimits.ts';
import { writeModule } from './writeModule.ts';

export const moduleFormat: ExportFormat = {
  id: 'typescript',
  name: 'TypeScript module',
  description:
    'One module without dependencies for pages with WebGPU: the shader, typed uniforms, structs with ' +
    'their offsets, and createProgram. The playground’s own tests check that of every demo with tsc --strict.',
  limits: moduleLimits,
  async make(program) {
    try {
      const data = await toProgramData(program);
      const text = writeModule(program, data, { texts: { runtime, half } });
      return ok(new File([text], `${program.name}.ts`, { type: 'text/typescript' }));
    } catch (thrown) {
      return fail(messageOf(thrown));
    }
  },
};
