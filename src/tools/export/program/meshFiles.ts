import { contentsOf } from '#core/plan/attributes/resources.ts';
import type { Contents } from '#core/plan/contents.ts';
import { once } from '#core/util/once.ts';
import type { DataFile } from './dataFiles.ts';
import type { ExportedProgram } from './exportedProgram.ts';

type MeshPart = Extract<Contents, { from: 'mesh' }>;

/**
 * Reads parts of meshes as the bytes of files: 32-bit floats for each vertex, or 32-bit indices.
 *
 * @param contents of meshes that are files, by address
 */
export function createMeshFileReader(
  contents: ReadonlyMap<string, Blob>,
): (part: MeshPart) => Promise<Blob> {
  const reader = once(async () => {
    const { createMeshReader } = await import('#core/mesh/meshPart.ts');
    return createMeshReader(async (address) => contentOf(contents, address, address));
  });
  return async (part) => new Blob([await (await reader())(part)]);
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
  const readPart = createMeshFileReader(contents);
  const files = descriptor.resourceCommands.map(async ({ resourceName, parsedCommand }) => {
    const held = contentsOf(parsedCommand);
    if (held.kind !== 'bytes' || held.from !== 'mesh') return [];
    const blob = await readPart(held);
    return [[resourceName, { path: meshPath(resourceName), blob }] as const];
  });
  return new Map((await Promise.all(files)).flat());
}

/** The path of such a part in an archive. */
export function meshPath(resourceName: string): string {
  return `meshes/${resourceName.replace(/[^A-Za-z0-9_.-]+/g, '-')}.bin`;
}
