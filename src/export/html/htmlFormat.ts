import { javascript } from 'virtual:export-page';
import type { ExportedProgram } from '#export/program/exportedProgram.ts';
import type { ExportFormat } from '#export/program/exportFormat.ts';
import { toProgramData } from '#export/program/toProgramData.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok } from '#shared/result.ts';
import { pageLimits } from './pageLimits.ts';
import { writePage } from './writePage.ts';

/** Bytes of images and data, of which base64 makes a third more: a text cannot be much longer. */
const MAX_CONTENT = 256 * 2 ** 20;

export const htmlFormat: ExportFormat = {
  id: 'html',
  name: 'HTML page',
  description:
    'One file that shows the running program in any browser with WebGPU, from a disk or any host. It needs nothing else.',
  limits: pageLimits,
  async make(program) {
    if (contentBytes(program) > MAX_CONTENT) {
      return fail(
        'The images and data are over 256 MB, which one page cannot contain. Make them smaller.',
      );
    }
    try {
      const data = await toProgramData(program);
      const page = writePage({ data, project: program.project, script: javascript });
      return ok(new File([page], `${program.name}.html`, { type: 'text/html' }));
    } catch (thrown) {
      return fail(messageOf(thrown));
    }
  },
};

function contentBytes({ contents }: ExportedProgram): number {
  return [...contents.values()].reduce((sum, { size }) => sum + size, 0);
}
