import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { BUILT_IN_MESHES } from './builtInMeshes.ts';
import type { Mesh, MeshAttribute, Vector } from './mesh.ts';
import { withTangents } from './tangents.ts';
import { cross, dot, normalized, subtract, vectorAt } from './vectors.ts';

const SOLID = ['cube', 'sphere', 'plane', 'torus', 'teapot'] as const;

const ORIGIN: Vector = [0, 0, 0];

function vectors({ attributes }: Mesh, semantic: string): Vector[] {
  const { components, values } = attributes[semantic] ?? { components: 3, values: [] };
  return Array.from({ length: values.length / components }, (_, index) =>
    vectorAt(values, index * components),
  );
}

function trianglesOf({ indices }: Mesh): Vector[] {
  return Array.from({ length: indices.length / 3 }, (_, index) => vectorAt(indices, index * 3));
}

/** How often each undirected edge occurs, by the places of its ends. */
function edgeCounts(mesh: Mesh): ReadonlyMap<string, number> {
  const places = vectors(mesh, 'POSITION').map((point) =>
    point.map((value) => (Math.abs(value) < 1e-6 ? 0 : value).toFixed(5)).join(),
  );
  const counts = new Map<string, number>();
  for (const [a, b, c] of trianglesOf(mesh)) {
    for (const ends of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const edge = ends
        .map((end) => places[end])
        .sort()
        .join(' ');
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  }
  return counts;
}

describe.each(SOLID)('the built-in %s', (name) => {
  const mesh = BUILT_IN_MESHES[name]();
  const points = vectors(mesh, 'POSITION');
  const normals = vectors(mesh, 'NORMAL');
  const tangents = vectors(mesh, 'TANGENT');

  it('touches the unit sphere from inside', () => {
    const farthest = Math.max(...points.map((point) => Math.hypot(...point)));
    expect(farthest).toBeLessThanOrEqual(1);
    expect(farthest).toBeGreaterThan(0.999_999);
  });

  it('has four finite attributes for each vertex', () => {
    const { POSITION, NORMAL, TANGENT, TEXCOORD0, ...others } = mesh.attributes;
    const all = [POSITION, NORMAL, TANGENT, TEXCOORD0];
    expect(all.map((each) => each?.components)).toEqual([3, 3, 4, 2]);
    expect(all.map((each) => (each?.values.length ?? 0) / (each?.components ?? 1))).toEqual(
      Array(4).fill(mesh.vertexCount),
    );
    expect(all.every((each) => each?.values.every(Number.isFinite))).toBe(true);
    expect(others).toEqual({});
    expect(mesh.indices.every((index) => index < mesh.vertexCount)).toBe(true);
  });

  it('has unit normals and unit tangents at right angles', () => {
    const off = normals.map((normal, index) => {
      const tangent = tangents[index] ?? ORIGIN;
      return Math.max(
        Math.abs(Math.hypot(...normal) - 1),
        Math.abs(Math.hypot(...tangent) - 1),
        Math.abs(dot(normal, tangent)),
      );
    });
    expect(Math.max(...off)).toBeLessThan(1e-6);
  });

  it('has counter-clockwise triangles on the side of their normals', () => {
    const faults = trianglesOf(mesh).filter(([a, b, c]) => {
      const [first = ORIGIN, second = ORIGIN, third = ORIGIN] = [a, b, c].map((at) => points[at]);
      const face = normalized(cross(subtract(second, first), subtract(third, first))) ?? ORIGIN;
      return [a, b, c].some((corner) => dot(face, normals[corner] ?? ORIGIN) < 0.7);
    });
    expect(faults).toEqual([]);
  });

  it('has tangents along u and bitangents along v', () => {
    const { TANGENT, ...others } = mesh.attributes;
    const computed = runAtOnce(withTangents({ ...mesh, attributes: others }));
    const directions = vectors(computed, 'TANGENT');
    const signs = (each: MeshAttribute | undefined) =>
      new Set(each?.values.filter((_, index) => index % 4 === 3));
    const used = new Set(mesh.indices);
    const faults = tangents.filter(
      (each, at) => used.has(at) && dot(each, directions[at] ?? ORIGIN) < 0.99,
    );
    expect(faults).toEqual([]);
    expect([signs(TANGENT), signs(computed.attributes['TANGENT'])]).toEqual([
      new Set([1]),
      new Set([1]),
    ]);
  });
});

describe('the built-in meshes', () => {
  it.each(['cube', 'sphere', 'torus'] as const)('include a closed %s', (name) => {
    expect(new Set(edgeCounts(BUILT_IN_MESHES[name]()).values())).toEqual(new Set([2]));
  });

  it.each(['cube', 'sphere'] as const)(
    'include a %s whose normals point away from its centre',
    (name) => {
      const mesh = BUILT_IN_MESHES[name]();
      const normals = vectors(mesh, 'NORMAL');
      const inward = vectors(mesh, 'POSITION').filter(
        (point, at) => dot(point, normals[at] ?? ORIGIN) < 0.5,
      );
      expect(inward).toEqual([]);
    },
  );

  it('have these sizes', () => {
    const sizes = Object.entries(BUILT_IN_MESHES).map(([name, make]) => {
      const { vertexCount, indices } = make();
      return `${name}: ${vertexCount} vertices, ${indices.length / 3} triangles`;
    });
    expect(sizes).toMatchInlineSnapshot(`
      [
        "cube: 24 vertices, 12 triangles",
        "sphere: 2145 vertices, 3968 triangles",
        "plane: 4225 vertices, 8192 triangles",
        "torus: 2145 vertices, 4096 triangles",
        "teapot: 10252 vertices, 19584 triangles",
        "triangle: 3 vertices, 1 triangles",
      ]
    `);
  });

  it('include a plane that faces up, with the bottom of its texture in front', () => {
    const { attributes } = BUILT_IN_MESHES.plane();
    const side = Math.fround(Math.SQRT1_2 * (1 - 1e-7));
    expect([...attributes.POSITION.values.slice(0, 3)]).toEqual([-side, 0, side]);
    expect([...(attributes['NORMAL']?.values.slice(0, 3) ?? [])]).toEqual([0, 1, 0]);
    expect([...(attributes['TEXCOORD0']?.values.slice(0, 2) ?? [])]).toEqual([0, 0]);
  });

  it('include a triangle that covers the screen', () => {
    const { indices, attributes } = BUILT_IN_MESHES.triangle();
    expect([...indices]).toEqual([0, 1, 2]);
    expect([...attributes.POSITION.values]).toEqual([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
    expect([...(attributes['TEXCOORD0']?.values ?? [])]).toEqual([0, 0, 2, 0, 0, 2]);
  });
});
