import { expect, it, vi } from 'vitest';
import { createMeshReader } from './meshPart.ts';

const OBJ = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n';

it('reads a file once for all its parts', async () => {
  const read = vi.fn(async () => new Blob([OBJ]));
  const readPart = createMeshReader(read);
  const [normals, indices] = await Promise.all(
    ['NORMAL', 'indices'].map((part) => readPart({ mesh: 'a.obj', part })),
  );
  expect(new Float32Array(normals ?? new ArrayBuffer())).toEqual(
    new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  );
  expect(indices?.byteLength).toBe(12);
  expect(read).toHaveBeenCalledTimes(1);
});

it('says what a mesh lacks, and which meshes there are', async () => {
  const readPart = createMeshReader(async () => new Blob([OBJ]));
  await expect(readPart({ mesh: 'a.obj', part: 'TANGENT' })).rejects.toThrow(
    'The mesh a.obj has no TANGENT, which the vertex entry point reads. It has POSITION, NORMAL.',
  );
  await expect(readPart({ mesh: 'cone', part: 'POSITION' })).rejects.toThrow(
    'There is no mesh cone. Built in are cube, sphere, plane, torus, teapot, triangle; others are files.',
  );
});
