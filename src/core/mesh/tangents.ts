import type { Sliced } from '#core/util/slices.ts';
import type { Mesh, Vector } from './mesh.ts';
import {
  combine,
  cross,
  dot,
  lengthOf,
  normalized,
  setVectorAt,
  subtract,
  vectorAt,
} from './vectors.ts';

/** Triangles or vertices per slice of work. */
const SLICE = 2000;

/**
 * Adds `TANGENT` to a mesh that lacks it but has `NORMAL` and `TEXCOORD0`; returns any other mesh
 * unchanged. A vertex's tangent is the mean over its triangles, weighted by their angles there.
 */
export function* withTangents(mesh: Mesh): Sliced<Mesh> {
  const { NORMAL, TEXCOORD0, TANGENT } = mesh.attributes;
  if (TANGENT || !NORMAL || !TEXCOORD0) return mesh;
  const sums = yield* sumDirections(mesh, TEXCOORD0.values);
  const values = new Float32Array(mesh.vertexCount * 4);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex += 1) {
    if (vertex % SLICE === 0) yield;
    const normal = vectorAt(NORMAL.values, vertex * 3);
    const along = tangentTo(normal, vectorAt(sums.u, vertex * 3));
    const isMirrored = dot(cross(normal, along), vectorAt(sums.v, vertex * 3)) < 0;
    setVectorAt(values, vertex * 4, along);
    values[vertex * 4 + 3] = isMirrored ? -1 : 1;
  }
  return { ...mesh, attributes: { ...mesh.attributes, TANGENT: { components: 4, values } } };
}

/** Each vertex's directions of increasing u and v, of any length; zero if unknown. */
function* sumDirections(
  { vertexCount, indices, attributes }: Mesh,
  uvs: Float32Array,
): Sliced<{ readonly u: Float32Array; readonly v: Float32Array }> {
  const positions = attributes.POSITION.values;
  const sums = { u: new Float32Array(vertexCount * 3), v: new Float32Array(vertexCount * 3) };
  for (let at = 0; at < indices.length; at += 3) {
    if (at % (3 * SLICE) === 0) yield;
    const [a, b, c] = vectorAt(indices, at);
    const pointA = vectorAt(positions, a * 3);
    const pointB = vectorAt(positions, b * 3);
    const pointC = vectorAt(positions, c * 3);
    const directions = directionsOf(
      { edge: subtract(pointB, pointA), uv: uvBetween(uvs, a, b) },
      { edge: subtract(pointC, pointA), uv: uvBetween(uvs, a, c) },
    );
    if (!directions) continue;
    const add = (vertex: number, angle: number) => {
      addScaled(sums.u, vertex * 3, directions.u, angle);
      addScaled(sums.v, vertex * 3, directions.v, angle);
    };
    add(a, angleAt(pointA, pointB, pointC));
    add(b, angleAt(pointB, pointC, pointA));
    add(c, angleAt(pointC, pointA, pointB));
  }
  return sums;
}

interface Edge {
  readonly edge: Vector;
  /** How u and v change along the edge. */
  readonly uv: readonly [number, number];
}

/** Unit directions of increasing u and v in a triangle; null if its texture coordinates have none. */
function directionsOf(first: Edge, second: Edge) {
  const [u1, v1] = first.uv;
  const [u2, v2] = second.uv;
  const sign = Math.sign(u1 * v2 - u2 * v1);
  if (sign === 0) return null;
  const u = normalized(combine(first.edge, v2 * sign, second.edge, -v1 * sign));
  const v = normalized(combine(second.edge, u1 * sign, first.edge, -u2 * sign));
  return u && v ? { u, v } : null;
}

/** The unit vector nearest to `direction` that is orthogonal to the normal; any if there is none. */
function tangentTo(normal: Vector, direction: Vector): Vector {
  const inPlane = (vector: Vector) =>
    normalized(combine(vector, 1, normal, -dot(vector, normal)), 1e-6);
  const own = normalized(direction);
  const other: Vector = Math.abs(normal[0]) < 0.8 ? [1, 0, 0] : [0, 0, -1];
  return (own && inPlane(own)) ?? inPlane(other) ?? [1, 0, 0];
}

/** In radians. */
function angleAt(corner: Vector, next: Vector, last: Vector): number {
  const first = subtract(next, corner);
  const second = subtract(last, corner);
  return Math.atan2(lengthOf(cross(first, second)), dot(first, second));
}

function uvBetween(uvs: Float32Array, from: number, to: number): readonly [number, number] {
  return [
    (uvs[to * 2] ?? 0) - (uvs[from * 2] ?? 0),
    (uvs[to * 2 + 1] ?? 0) - (uvs[from * 2 + 1] ?? 0),
  ];
}

function addScaled(sums: Float32Array, at: number, vector: Vector, factor: number): void {
  setVectorAt(sums, at, combine(vectorAt(sums, at), 1, vector, factor));
}
