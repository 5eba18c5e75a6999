import { writeZip } from '#core/project/zip.ts';
import type { DataFile } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import { sourceFiles } from '#tools/export/program/sourceFiles.ts';

/** Makes a zip of host code, with sources in `shaders/` and images and data in `files/`. */
export async function packExport(
  program: ExportedProgram,
  host: { readonly path: string; readonly text: string },
  files: ReadonlyMap<string, DataFile>,
  archive: string,
): Promise<File> {
  const texts = [
    host,
    ...sourceFiles(program).map(({ path, text }) => ({ path: `shaders/${path}`, text })),
  ];
  const zip = await writeZip([
    ...texts.map(({ path, text }) => ({ path, bytes: new TextEncoder().encode(text) })),
    ...(await Promise.all(
      Array.from(files.values(), async ({ path, blob }) => ({
        path,
        bytes: new Uint8Array(await blob.arrayBuffer()),
      })),
    )),
  ]);
  return new File([zip], `${archive}.zip`, { type: 'application/zip' });
}
