import type { Mesh, MeshAttribute, Vector } from './mesh.ts';
import { combine, cross, dot, normalized, setVectorAt, vectorAt } from './vectors.ts';

/** Where the x, y and z directions go, and where the origin goes. */
export type Affine = readonly [x: Vector, y: Vector, z: Vector, origin: Vector];

export const IDENTITY: Affine = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, 0],
];

/** Applies `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  const [x, y, z, origin] = inner;
  return [
    turned(outer, x),
    turned(outer, y),
    turned(outer, z),
    combine(turned(outer, origin), 1, outer[3], 1),
  ];
}

/**
 * Scales, then rotates, then moves.
 *
 * @param rotation quaternion x, y, z, w
 */
export function placement(
  scale: Vector,
  rotation: readonly [number, number, number, number],
  translation: Vector,
): Affine {
  const [x, y, z, w] = rotation;
  const [sx, sy, sz] = scale;
  return [
    [sx * (1 - 2 * (y * y + z * z)), sx * 2 * (x * y + z * w), sx * 2 * (x * z - y * w)],
    [sy * 2 * (x * y - z * w), sy * (1 - 2 * (x * x + z * z)), sy * 2 * (y * z + x * w)],
    [sz * 2 * (x * z + y * w), sz * 2 * (y * z - x * w), sz * (1 - 2 * (x * x + y * y))],
    translation,
  ];
}

/**
 * Moves a mesh. Normals and tangents get unit length and keep to the surface; a transform that
 * mirrors also turns the triangles over, so that front faces stay counter-clockwise.
 */
export function moveMesh(mesh: Mesh, affine: Affine): Mesh {
  const [x, y, z, origin] = affine;
  const sign = dot(cross(x, y), z) < 0 ? -1 : 1;
  // The inverse transpose, but for a positive factor.
  const forNormals: Affine = [cross(y, z), cross(z, x), cross(x, y), origin];
  const { POSITION, NORMAL, TANGENT } = mesh.attributes;
  const moved = mapVectors(POSITION, (point) => combine(turned(affine, point), 1, origin, 1));
  const normal = (vector: Vector) => unit(turned(forNormals, vector), sign);
  const tangents = TANGENT && mapVectors(TANGENT, (vector) => unit(turned(affine, vector), 1));
  return {
    vertexCount: mesh.vertexCount,
    indices: sign < 0 ? mesh.indices.toReversed() : mesh.indices,
    attributes: {
      ...mesh.attributes,
      ...(NORMAL && { NORMAL: mapVectors(NORMAL, normal) }),
      ...(tangents && { TANGENT: scaleSigns(tangents, sign) }),
      POSITION: moved,
    },
  };
}

/** Without moving. */
function turned([x, y, z]: Affine, vector: Vector): Vector {
  return combine(combine(x, vector[0], y, vector[1]), 1, z, vector[2]);
}

function unit(vector: Vector, sign: number): Vector {
  const [x, y, z] = normalized(vector) ?? [0, 0, 0];
  return [x * sign, y * sign, z * sign];
}

/** Maps the first three components, and keeps the others. */
function mapVectors(
  { components, values }: MeshAttribute,
  map: (vector: Vector) => Vector,
): MeshAttribute {
  const mapped = values.slice();
  for (let at = 0; at < values.length; at += components) {
    setVectorAt(mapped, at, map(vectorAt(values, at)));
  }
  return { components, values: mapped };
}

function scaleSigns({ components, values }: MeshAttribute, sign: number): MeshAttribute {
  return { components, values: values.map((value, at) => (at % 4 === 3 ? value * sign : value)) };
}
