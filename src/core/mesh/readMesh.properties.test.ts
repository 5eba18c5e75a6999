import { describe, expect, it } from 'vitest';
import { glbFile } from '../../../tests/support/glbFile.ts';
import { fc } from '../../../tests/support/property.ts';
import type { Mesh } from './mesh.ts';
import { readMesh } from './readMesh.ts';

const GLB = glbFile({
  json: {
    scenes: [{ nodes: [0] }],
    nodes: [
      { children: [1], scale: [1, 2, 1] },
      { mesh: 0, rotation: [0, 0, 1, 0] },
    ],
    meshes: [
      {
        primitives: [
          { mode: 5, attributes: { POSITION: 0, NORMAL: 0, TEXCOORD_0: 1 }, indices: 2 },
        ],
      },
    ],
  },
  arrays: [
    ['VEC3', Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0)],
    ['VEC2', Uint16Array.of(0, 0, 9, 0, 0, 9, 9, 9)],
    ['SCALAR', Uint16Array.of(0, 1, 2, 3)],
  ],
});

const OBJ = new TextEncoder().encode(
  'v 0 0 0 1 0 0\nv 1 0 0 \\\n 0 1 0\nv 0 1 0 0 0 1\nvt 0 1\nvn 0 0 1 # up\nf 1/1/1 2/1/1 -1/-1/-1\n',
);

const text = (part: string) => new TextEncoder().encode(part);

/** Changes of bytes, most of them such that the file's structure stays. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc.constantFrom('0', '9', '-', '1e9', ' ', '\n', '\\', '/', '"', '{', '[', 'null').map(text),
    ),
  }),
  { maxLength: 4 },
);

function isSound({ vertexCount, indices, attributes }: Mesh): boolean {
  return (
    indices.length > 0 &&
    indices.every((index) => index < vertexCount) &&
    Object.values(attributes).every(
      ({ components, values }) =>
        values.length === vertexCount * components && values.every(Number.isFinite),
    )
  );
}

describe.each([
  ['model.glb', GLB],
  ['model.obj', OBJ],
] as const)('a damaged %s', (name, whole) => {
  it('is read as a sound mesh, or refused with a sentence that names it', () =>
    fc.assert(
      fc.asyncProperty(edits, fc.nat(whole.length), fc.boolean(), async (changes, end, isCut) => {
        const bytes = whole.slice();
        for (const { at, bytes: added } of changes) {
          bytes.set(added, Math.floor(at * (bytes.length - added.length)));
        }
        const outcome = await readMesh(name, isCut ? bytes.subarray(0, end) : bytes).then(
          isSound,
          (error: Error) => error.message,
        );
        if (outcome === true) return;
        expect(outcome).toMatch(
          new RegExp(`^"${name}" cannot be read as a mesh: [a-z].+\\.$`, 's'),
        );
      }),
      { numRuns: 2000 },
    ));
});
