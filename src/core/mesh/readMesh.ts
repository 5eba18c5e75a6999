import { bytesText } from '#core/util/countText.ts';
import { runInSlices } from '#core/util/slices.ts';
import { quoted } from '#core/util/text.ts';
import type { Mesh, Refuse } from './mesh.ts';
import { readGlb } from './readGlb.ts';
import { readObj } from './readObj.ts';
import { withTangents } from './tangents.ts';

/** Maximum size of a mesh file, in bytes. */
export const MAX_MESH_BYTES = 64_000_000;

const READERS = new Map([
  ['.obj', readObj],
  ['.glb', readGlb],
]);

/** Of the files that `readMesh` reads. */
export const MESH_EXTENSIONS: readonly string[] = [...READERS.keys()];

/**
 * Reads a mesh from a file, whose name's extension decides its format. Positions stay as in the
 * file. The mesh has tangents if it has normals and texture coordinates.
 *
 * @throws an Error whose message is a sentence that names the file and the fault
 */
export async function readMesh(name: string, bytes: Uint8Array): Promise<Mesh> {
  const refuse: Refuse = (fault) => {
    throw new Error(`${quoted(name)} cannot be read as a mesh: ${fault}.`);
  };
  const read =
    READERS.get(/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '') ??
    refuse(`its name has to end in ${MESH_EXTENSIONS.join(' or ')}`);
  if (bytes.length > MAX_MESH_BYTES) {
    refuse(`it has ${bytesText(bytes.length)}, and the limit is ${bytesText(MAX_MESH_BYTES)}`);
  }
  return runInSlices(withTangents(await runInSlices(read(bytes, refuse))));
}
