import { expect, it } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { BUILT_IN_MESHES } from './builtInMeshes.ts';
import type { Mesh } from './mesh.ts';
import { withTangents } from './tangents.ts';

/** A square whose texture coordinates are as given, and whose normals point to +z. */
function square(uvs: readonly number[]): Mesh {
  return {
    vertexCount: 4,
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    attributes: {
      POSITION: { components: 3, values: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0) },
      NORMAL: { components: 3, values: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1) },
      TEXCOORD0: { components: 2, values: Float32Array.from(uvs) },
    },
  };
}

function firstTangent(mesh: Mesh): number[] {
  return [...(runAtOnce(withTangents(mesh)).attributes['TANGENT']?.values.slice(0, 4) ?? [])];
}

it('gives tangents along u, with a sign that tells mirrored textures', () => {
  expect(firstTangent(square([0, 0, 1, 0, 1, 1, 0, 1]))).toEqual([1, 0, 0, 1]);
  expect(firstTangent(square([0, 0, 0, 1, 1, 1, 1, 0]))).toEqual([0, 1, 0, -1]);
  expect(firstTangent(square([1, 0, 0, 0, 0, 1, 1, 1]))).toEqual([-1, 0, 0, -1]);
});

it('gives a unit tangent in the surface where the texture has no direction', () => {
  expect(firstTangent(square(Array(8).fill(0.5)))).toEqual([1, 0, 0, 1]);
});

it('agrees with the exact tangents of the torus', () => {
  const torus = BUILT_IN_MESHES.torus();
  const { TANGENT, ...others } = torus.attributes;
  const computed = runAtOnce(withTangents({ ...torus, attributes: others })).attributes['TANGENT'];
  const exact = TANGENT?.values ?? [];
  const off = computed?.values.map((value, at) => Math.abs(value - (exact[at] ?? 0)));
  expect(Math.max(...(off ?? [1]))).toBeLessThan(0.06);
});

it('leaves a mesh alone that has tangents, or lacks normals or texture coordinates', () => {
  const { NORMAL, TEXCOORD0, ...rest } = square(Array(8).fill(0)).attributes;
  const bare: Mesh = { ...square([]), attributes: rest };
  const meshes = [
    BUILT_IN_MESHES.cube(),
    bare,
    { ...bare, attributes: { ...rest, ...(NORMAL && { NORMAL }) } },
    { ...bare, attributes: { ...rest, ...(TEXCOORD0 && { TEXCOORD0 }) } },
  ];
  expect(meshes.map((mesh) => runAtOnce(withTangents(mesh)) === mesh)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
