import { messageOf } from '#core/util/errors.ts';
import { fail, ok } from '#core/util/result.ts';
import { type PageScript, writePage } from '#tools/export/html/writePage.ts';
import type { ExportedProgram, ExportFormat } from '#tools/export/program/exportedProgram.ts';
import {
  animationLimits,
  cameraLimits,
  deviceLimits,
  PAGE_CAMERA,
} from '#tools/export/program/limits.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';

/** In bytes of images and data. Base64 adds a third, and strings cannot be much longer. */
const MAX_CONTENT = 256 * 2 ** 20;

export const place = 10;

export const format: ExportFormat = {
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

/** Null if the script cannot be loaded, such as when offline. */
async function loadScript(): Promise<PageScript | null> {
  try {
    // Named bindings let the bundler drop the module's other texts.
    const { javascript, printingJavascript, drawingJavascript, cameraJavascript } = await import(
      'virtual:export-page'
    );
    return { javascript, printingJavascript, drawingJavascript, cameraJavascript };
  } catch {
    return null;
  }
}

/** Bytes of images and data above which the dialog mentions the page's size. */
const LARGE = 2 ** 20;

/** Parts of the program that the page cannot reproduce, as sentences. */
function pageLimits(program: ExportedProgram): readonly string[] {
  return [
    ...animationLimits(program, 'sliders do not move in the page'),
    ...cameraLimits(program, PAGE_CAMERA),
    ...sizeLimits(program),
    ...deviceLimits(program),
  ];
}

function sizeLimits(program: ExportedProgram): string[] {
  const bytes = contentBytes(program);
  // Base64 encodes three bytes as four characters.
  const megabytes = Math.round((bytes * 4) / 3 / 2 ** 20);
  if (bytes < LARGE) return [];
  return [`The page is ${megabytes} MB long, because it contains the images and data.`];
}

/** Total size of the images and data. */
function contentBytes({ contents }: ExportedProgram): number {
  return [...contents.values()].reduce((sum, { size }) => sum + size, 0);
}
