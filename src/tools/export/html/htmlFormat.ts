import { messageOf } from '#core/util/errors.ts';
import { fail, ok } from '#core/util/result.ts';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { contentBytes, pageLimits } from './pageLimits.ts';
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
    const script = await loadScript();
    if (script === null) return fail(NO_SCRIPT);
    try {
      const data = await toProgramData(program);
      const page = writePage({ data, project: program.project, script });
      return ok(new File([page], `${program.name}.html`, { type: 'text/html' }));
    } catch (thrown) {
      return fail(messageOf(thrown));
    }
  },
};

const NO_SCRIPT = 'The script of the page could not be loaded. Check the network, then try again.';

/** Null without a network. */
async function loadScript(): Promise<string | null> {
  try {
    const { javascript } = await import('virtual:export-page');
    return javascript;
  } catch {
    return null;
  }
}
