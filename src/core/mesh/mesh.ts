import { ownValue } from '#core/util/ownValue.ts';

/** Three coordinates, or the three components of a direction. */
export type Vector = readonly [number, number, number];

/** The values of one attribute, vertex by vertex. */
export interface MeshAttribute {
  readonly components: 2 | 3 | 4;
  readonly values: Float32Array<ArrayBuffer>;
}

/** Triangles. Front faces are counter-clockwise; y is up; coordinates are right-handed. */
export interface Mesh {
  readonly vertexCount: number;
  /** Three per triangle. */
  readonly indices: Uint32Array<ArrayBuffer>;
  /**
   * By semantic:
   * - `NORMAL` (3 components) has unit length;
   * - `TANGENT` (4) is the direction of increasing u; `cross(normal, tangent.xyz) * tangent.w` is
   *   the direction of increasing v;
   * - `TEXCOORD0` (2) is (0, 0) at the bottom left of the texture, v up;
   * - `COLOR0` (4).
   */
  readonly attributes: {
    /** 3 components. */
    readonly POSITION: MeshAttribute;
    readonly [semantic: string]: MeshAttribute;
  };
}

/** Maximum size of a mesh from a file, whose parts may occur many times. */
export const MESH_LIMITS = { vertices: 4_000_000, triangles: 8_000_000 } as const;

/** Throws; `fault` is the second half of a sentence, without its full stop. */
export type Refuse = (fault: string) => never;

/** Refuses a mesh that exceeds the limits. */
export function checkMeshSize(vertices: number, triangles: number, refuse: Refuse): void {
  if (vertices > MESH_LIMITS.vertices) {
    refuse(`it has more than ${MESH_LIMITS.vertices.toLocaleString('en')} vertices`);
  }
  if (triangles > MESH_LIMITS.triangles) {
    refuse(`it has more than ${MESH_LIMITS.triangles.toLocaleString('en')} triangles`);
  }
}

/** Joins at least one mesh. The result has the attributes that all of them have. */
export function mergeMeshes(meshes: readonly Mesh[]): Mesh {
  const joined = (semantic: string) =>
    joinAttributes(meshes.flatMap(({ attributes }) => ownValue(attributes, semantic) ?? []));
  const shared = Object.keys(meshes[0]?.attributes ?? {}).filter((semantic) =>
    meshes.every(({ attributes }) => Object.hasOwn(attributes, semantic)),
  );
  return {
    vertexCount: sumOf(meshes, ({ vertexCount }) => vertexCount),
    indices: joinIndices(meshes),
    attributes: {
      ...Object.fromEntries(shared.map((semantic) => [semantic, joined(semantic)])),
      POSITION: joined('POSITION'),
    },
  };
}

function joinAttributes(parts: readonly MeshAttribute[]): MeshAttribute {
  const values = new Float32Array(sumOf(parts, (part) => part.values.length));
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at);
    at += part.values.length;
  }
  return { components: parts[0]?.components ?? 3, values };
}

function joinIndices(meshes: readonly Mesh[]): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(sumOf(meshes, ({ indices }) => indices.length));
  let at = 0;
  let firstVertex = 0;
  for (const { indices, vertexCount } of meshes) {
    for (const index of indices) {
      joined[at] = firstVertex + index;
      at += 1;
    }
    firstVertex += vertexCount;
  }
  return joined;
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amount(item), 0);
}
