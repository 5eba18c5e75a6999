import { typescript as browser, cameraTypescript as orbit } from 'virtual:export-browser';
import { typescript as half } from 'virtual:export-half';
import {
  cameraTypescript as camera,
  drawingTypescript as drawing,
  typescript as runtime,
} from 'virtual:export-runtime';
import { versions } from 'virtual:export-versions';
import { type PackedFile, writeZip } from '#core/project/zip.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok } from '#core/util/result.ts';
import type { ExportFormat } from '#tools/export/program/exportedProgram.ts';
import { sourceFiles } from '#tools/export/program/sourceFiles.ts';
import { type NewFile, projectFiles, projectLimits } from '#tools/export/vite/projectFiles.ts';

export const place = 30;

export const format: ExportFormat = {
  id: 'vite',
  name: 'Vite project',
  description:
    'A zip with a page in TypeScript that runs the program: npm install, then npm run dev. The playground’s ' +
    'own tests check its types and build it.',
  limits: projectLimits,
  async make(program) {
    try {
      const files = await projectFiles(program, {
        texts: { browser, orbit, half, runtime, drawing, camera, versions },
        sources: sourceFiles(program),
      });
      const folder = `${program.name}/`;
      const packed = await Promise.all(files.map((file) => packedFile(file, folder)));
      const archive = await writeZip(packed);
      return ok(new File([archive], `${program.name}.zip`, { type: 'application/zip' }));
    } catch (thrown) {
      return fail(messageOf(thrown));
    }
  },
};

async function packedFile({ path, content }: NewFile, folder: string): Promise<PackedFile> {
  const bytes = new Uint8Array(await new Blob([content]).arrayBuffer());
  return { path: folder + path, bytes };
}
