import { fail, ok } from '#core/util/result.ts';
import { packExport } from '#tools/export/native/packExport.ts';
import { CHECKED, writePythonScript } from '#tools/export/native/python/pythonScript.ts';
import { unreadableImages } from '#tools/export/native/python/resourceTables.ts';
import { dataFiles } from '#tools/export/program/dataFiles.ts';
import type { ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { animationLimits, cameraLimits, draws } from '#tools/export/program/limits.ts';

const NO_DRAWS =
  'The script runs compute entry points only, but this program draws. Choose HTML page, TypeScript ' +
  'module or Vite project, or the C++ header, which describes the draws.';

export const place = 60;

export const format: ExportFormat = {
  id: 'slangpy',
  name: 'slangpy script',
  description:
    'A Python script for slangpy with the sources beside it: it draws nine frames and saves the ' +
    `last one. ${CHECKED}`,
  limits: (program) => [
    'A window: the script draws frames into a file, with mouse and keys at rest.',
    'Controls: the values of sliders and colours are in the script.',
    ...animationLimits(program, 'sliders do not move in the script'),
    ...cameraLimits(program, 'the script has its numbers as they are now'),
    ...unreadableImages(program.descriptor.resourceCommands).map(
      ({ resourceName }) =>
        `The image of ${resourceName}: the script cannot convert it to its format.`,
    ),
  ],
  async make(program) {
    if (draws(program)) return fail(NO_DRAWS);
    const files = dataFiles(program);
    // The suffix keeps Python from importing, for example, `random.py` instead of its own module.
    const host = { path: `${program.name}-slangpy.py`, text: writePythonScript(program, files) };
    return ok(await packExport(program, host, files, `${program.name}-slangpy`));
  },
};
