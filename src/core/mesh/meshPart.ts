import { INDICES, meshComponents } from '#core/plan/draw/meshParts.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { BUILT_IN_MESHES } from './builtInMeshes.ts';
import type { Mesh, MeshAttribute } from './mesh.ts';
import { readMesh } from './readMesh.ts';

/**
 * Reads meshes, each once for all its parts.
 *
 * @param read returns the content of a mesh that is a file
 */
export function createMeshReader(read: (address: string) => Promise<Blob>) {
  const meshes = new Map<string, Promise<Mesh>>();
  const meshOf = (name: string) => {
    const mesh = meshes.get(name) ?? meshNamed(name, read);
    meshes.set(name, mesh);
    return mesh;
  };
  /**
   * The bytes of a mesh's `indices` or of its vertices by semantic, such as `NORMAL`.
   *
   * @throws with a sentence if there is no such mesh, or if it lacks the part
   */
  return async ({ mesh: name, part }: { readonly mesh: string; readonly part: string }) => {
    const mesh = await meshOf(name);
    if (part === INDICES) return mesh.indices.slice().buffer;
    const attribute = ownValue(mesh.attributes, part);
    if (!attribute) throw new Error(lacks(name, part, Object.keys(mesh.attributes)));
    return inComponents(attribute, meshComponents(part));
  };
}

async function meshNamed(name: string, load: (address: string) => Promise<Blob>): Promise<Mesh> {
  const builtIn = ownValue(BUILT_IN_MESHES, name);
  if (builtIn) return builtIn();
  if (!name.includes('.')) {
    const names = Object.keys(BUILT_IN_MESHES).join(', ');
    throw new Error(`There is no mesh ${name}. Built in are ${names}; others are files.`);
  }
  const file = await load(name);
  return readMesh(name, new Uint8Array(await file.arrayBuffer()));
}

function lacks(name: string, part: string, parts: readonly string[]): string {
  return `The mesh ${name} has no ${part}, which the vertex entry point reads. It has ${parts.join(', ')}.`;
}

/** Values with as many components as draws expect: more are left out, missing ones are 0. */
function inComponents({ components, values }: MeshAttribute, wanted: number): ArrayBuffer {
  if (components === wanted) return values.slice().buffer;
  const count = values.length / components;
  const converted = new Float32Array(count * wanted);
  for (let vertex = 0; vertex < count; vertex += 1) {
    for (let component = 0; component < Math.min(components, wanted); component += 1) {
      converted[vertex * wanted + component] = values[vertex * components + component] ?? 0;
    }
  }
  return converted.buffer;
}
