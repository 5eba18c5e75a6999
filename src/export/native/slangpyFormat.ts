import type { ExportFormat } from '#export/program/exportFormat.ts';
import { writeZip } from '#project/disk/zip/writeZip.ts';
import { ok } from '#shared/result.ts';
import { dataFiles } from './dataFiles.ts';
import { CHECKED, writePythonScript } from './python/pythonScript.ts';
import { unreadableImages } from './python/resourceTables.ts';
import { sourceFiles } from './sourceFiles.ts';

export const slangpyFormat: ExportFormat = {
  id: 'slangpy',
  name: 'slangpy script',
  description:
    'A Python script for slangpy with the sources beside it: it draws nine frames and saves the ' +
    `last one. ${CHECKED}`,
  limits: ({ descriptor }) => [
    'A window: the script draws frames into a file, with mouse and keys at rest.',
    'Controls: the values of sliders and colours are in the script.',
    ...unreadableImages(descriptor.resourceCommands).map(
      ({ resourceName }) =>
        `The image of ${resourceName}: the script cannot convert it to its format.`,
    ),
  ],
  async make(program) {
    const files = dataFiles(program);
    const encode = (text: string) => new TextEncoder().encode(text);
    const packed = [
      { path: `${program.name}.py`, bytes: encode(writePythonScript(program, files)) },
      ...sourceFiles(program).map(({ path, text }) => ({
        path: `shaders/${path}`,
        bytes: encode(text),
      })),
      ...(await Promise.all(
        Array.from(files.values(), async ({ path, blob }) => ({
          path,
          bytes: new Uint8Array(await blob.arrayBuffer()),
        })),
      )),
    ];
    const zip = await writeZip(packed);
    return ok(new File([zip], `${program.name}-slangpy.zip`, { type: 'application/zip' }));
  },
};
