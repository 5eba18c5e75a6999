import { contentsOf } from '#core/plan/attributes/resources.ts';
import type { Contents } from '#core/plan/contents.ts';
import type { DataFile } from './dataFiles.ts';
import type { ExportedProgram } from './exportedProgram.ts';

/**
 * Part of a mesh as the bytes of a file: 32-bit floats for each vertex, or 32-bit indices.
 *
 * @param fileAt returns the content of a mesh that is a file
 */
export async function readMeshFile(
  contents: Extract<Contents, { from: 'mesh' }>,
  fileAt: (address: string) => Blob,
): Promise<Blob> {
  const { readMeshPart } = await import('#core/mesh/meshPart.ts');
  return new Blob([await readMeshPart(contents, async (address) => fileAt(address))]);
}

export function contentOf(
  contents: ReadonlyMap<string, Blob>,
  name: string,
  address: string,
): Blob {
  const content = contents.get(address);
  if (!content) throw new Error(`The content of ${name}, ${address}, was not read.`);
  return content;
}

/** The parts of meshes that draws use, by the names of their resources, such as `cube.NORMAL`. */
export async function meshFiles({
  descriptor,
  contents,
}: Pick<ExportedProgram, 'descriptor' | 'contents'>): Promise<ReadonlyMap<string, DataFile>> {
  const files = descriptor.resourceCommands.map(async ({ resourceName, parsedCommand }) => {
    const held = contentsOf(parsedCommand);
    if (held.kind !== 'bytes' || held.from !== 'mesh') return [];
    const blob = await readMeshFile(held, (address) => contentOf(contents, resourceName, address));
    return [[resourceName, { path: meshPath(resourceName), blob }] as const];
  });
  return new Map((await Promise.all(files)).flat());
}

/** The path of such a part in an archive. */
export function meshPath(resourceName: string): string {
  return `meshes/${resourceName.replace(/[^A-Za-z0-9_.-]+/g, '-')}.bin`;
}
