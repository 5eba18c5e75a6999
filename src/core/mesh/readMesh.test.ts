import { describe, expect, it } from 'vitest';
import { glbContainer, glbFile } from '../../../tests/support/glbFile.ts';
import type { Mesh } from './mesh.ts';
import { MAX_MESH_BYTES, readMesh } from './readMesh.ts';

/** Attributes and indices as plain lists. */
function lists({ indices, attributes }: Mesh) {
  const values = Object.entries(attributes).map(([semantic, each]) => [
    semantic,
    [...each.values].map((value) => Number(value.toFixed(4)) + 0),
  ]);
  return { indices: [...indices], ...Object.fromEntries(values) };
}

const readObj = (text: string, name = 'model.obj') =>
  readMesh(name, new TextEncoder().encode(text));

const messageOf = (reading: Promise<Mesh>) =>
  reading.then(
    () => 'It can be read.',
    (error: Error) => error.message,
  );

describe('readMesh', () => {
  it('refuses kinds that it cannot read, and files that are too large', async () => {
    const names = ['model.fbx', 'model', 'obj', 'model.obj/', 'constructor.toString'];
    const messages = await Promise.all(names.map((name) => messageOf(readObj('', name))));
    const large = new Uint8Array(MAX_MESH_BYTES + 1_000_000);
    expect([...messages, await messageOf(readMesh('large.GLB', large))]).toMatchInlineSnapshot(`
      [
        ""model.fbx" cannot be read as a mesh: its name has to end in .obj or .glb.",
        ""model" cannot be read as a mesh: its name has to end in .obj or .glb.",
        ""obj" cannot be read as a mesh: its name has to end in .obj or .glb.",
        ""model.obj/" cannot be read as a mesh: its name has to end in .obj or .glb.",
        ""constructor.toString" cannot be read as a mesh: its name has to end in .obj or .glb.",
        ""large.GLB" cannot be read as a mesh: it has 65 MB, and the limit is 64 MB.",
      ]
    `);
  });
});

describe('an OBJ file', () => {
  it('is read whatever the case of its extension', async () => {
    const mesh = await readObj('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3', 'A.Model.OBJ');
    expect(lists(mesh)).toEqual({ indices: [0, 1, 2], POSITION: [0, 0, 0, 1, 0, 0, 0, 1, 0] });
  });

  it('may contain polygons, negative indices, continued lines, comments and other keywords', async () => {
    const text = [
      ...['\ufeff# a square \\', 'mtllib x.mtl', 'v 0 0 0', 'v 1 \\', ' 0 0 # right', 'v 1 1 0'],
      ...['v 0 1 0', 'usemtl red', 's off', 'f -4 -3 \\', '-2 -1', 'l 1 2'],
    ].join('\r\n');
    expect(lists(await readObj(text))).toEqual({
      indices: [0, 1, 2, 0, 2, 3],
      POSITION: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
    });
  });

  it('shares vertices with equal parts, scales normals to unit length, and gets tangents', async () => {
    const text = `v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0
      vt 0 0\nvt 1 0\nvt 1 1\nvt 0.5\nvn 0 0 2
      f 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/1 4/4/1`;
    expect(lists(await readObj(text))).toEqual({
      indices: [0, 1, 2, 0, 2, 3],
      POSITION: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
      NORMAL: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1],
      TEXCOORD0: [0, 0, 1, 0, 1, 1, 0.5, 0],
      TANGENT: expect.any(Array),
    });
  });

  it('has only the attributes that each corner has, and colours if each vertex has one', async () => {
    const vertices = 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0 0\nvn 0 0 1\n';
    expect(lists(await readObj(`${vertices}f 1/1/1 2//1 3//1`))).toEqual({
      indices: [0, 1, 2],
      POSITION: [0, 0, 0, 1, 0, 0, 0, 1, 0],
      NORMAL: [0, 0, 1, 0, 0, 1, 0, 0, 1],
      COLOR0: [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1],
    });
    const mixed = await readObj(`${vertices}v 0 0 0\nf 1 2/1 3`);
    expect(Object.keys(mixed.attributes)).toEqual(['POSITION']);
  });

  it('is refused with the line of the fault', async () => {
    const vertices = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
    const texts = [
      ...['', vertices, 'v 0 0\n', 'v 0 zero 0', 'v 0 0 1e99', 'vn 0 nan 0', 'vt', 'f 1 2'],
      ...['f 1 2 4', 'f 1 2 -4', 'f 1 2 0', 'f 1 2 3.5', 'f 1/1 2/1 3/1', 'f 1//1 2//1 3//1'],
      'f /1/1 2 3',
    ].map((text) => (text.startsWith('f') ? vertices + text : text));
    const messages = await Promise.all(texts.map((text) => messageOf(readObj(text))));
    expect(messages).toMatchInlineSnapshot(`
      [
        ""model.obj" cannot be read as a mesh: it has no faces.",
        ""model.obj" cannot be read as a mesh: it has no faces.",
        ""model.obj" cannot be read as a mesh: line 1 has fewer than 3 numbers.",
        ""model.obj" cannot be read as a mesh: line 1 has "zero" where a finite number should be.",
        ""model.obj" cannot be read as a mesh: line 1 has "1e99" where a finite number should be.",
        ""model.obj" cannot be read as a mesh: line 1 has "nan" where a finite number should be.",
        ""model.obj" cannot be read as a mesh: line 1 has fewer than 2 numbers.",
        ""model.obj" cannot be read as a mesh: line 4 has a face with fewer than 3 corners.",
        ""model.obj" cannot be read as a mesh: line 4 refers to position 4, but only 3 precede it.",
        ""model.obj" cannot be read as a mesh: line 4 refers to position -4, but only 3 precede it.",
        ""model.obj" cannot be read as a mesh: line 4 has "0" where an index should be.",
        ""model.obj" cannot be read as a mesh: line 4 has "3.5" where an index should be.",
        ""model.obj" cannot be read as a mesh: line 4 refers to texture coordinate 1, but only 0 precede it.",
        ""model.obj" cannot be read as a mesh: line 4 refers to normal 1, but only 0 precede it.",
        ""model.obj" cannot be read as a mesh: line 4 has "" where an index should be.",
      ]
    `);
  });
});

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const UPWARD = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);

/** One node with one mesh of these primitives. */
const scene = (...primitives: readonly object[]) => ({
  ...{ scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }], meshes: [{ primitives }] },
});

const arrays: Parameters<typeof glbFile>[0]['arrays'] = [
  ['VEC3', TRIANGLE],
  ['VEC3', UPWARD],
  ['VEC2', Float32Array.of(0, 1, 1, 1, 0, 0)],
  ['SCALAR', Uint16Array.of(0, 1, 2)],
];

const full = { attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 };

const readGlb = (json: object, content = arrays) =>
  readMesh('model.glb', glbFile({ json: { ...json }, arrays: content }));

describe('a GLB file', () => {
  it('is read with its texture coordinates turned v up, and gets tangents', async () => {
    expect(lists(await readGlb(scene(full)))).toEqual({
      indices: [0, 1, 2],
      POSITION: [...TRIANGLE],
      NORMAL: [...UPWARD],
      TEXCOORD0: [0, 0, 1, 0, 0, 1],
      TANGENT: [1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1],
    });
  });

  it('may have normalized integers, colours without alpha, and no indices', async () => {
    const primitive = { attributes: { POSITION: 0, TEXCOORD_0: 1, COLOR_0: 2 } };
    const mesh = await readGlb(
      { ...scene(primitive), extensionsRequired: ['KHR_mesh_quantization'] },
      [
        ['VEC3', Int8Array.of(0, 0, 0, 127, 0, 0, 0, -128, 0)],
        ['VEC2', Uint8Array.of(0, 255, 255, 255, 0, 0)],
        ['VEC3', Uint16Array.of(65535, 0, 0, 0, 65535, 0, 0, 0, 65535)],
      ],
    );
    expect(lists(mesh)).toEqual({
      indices: [0, 1, 2],
      POSITION: [0, 0, 0, 1, 0, 0, 0, -1, 0],
      TEXCOORD0: [0, 0, 1, 0, 0, 1],
      COLOR0: [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1],
    });
  });

  it('may interleave its attributes', async () => {
    const mixed = Float32Array.from(
      [0, 1, 2].flatMap((at) => [...TRIANGLE.slice(at * 3, at * 3 + 3), 0, 0, 1]),
    );
    const accessor = { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 };
    const json = {
      ...scene({ attributes: { POSITION: 0, NORMAL: 1 } }),
      bufferViews: [{ buffer: 0, byteLength: 72, byteStride: 24 }],
      accessors: [accessor, { ...accessor, byteOffset: 12 }],
    };
    expect(lists(await readGlb(json, [['SCALAR', mixed]]))).toEqual({
      ...{ indices: [0, 1, 2], POSITION: [...TRIANGLE], NORMAL: [...UPWARD] },
    });
  });

  it('may have strips and fans; lines and points are left out', async () => {
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0);
    const modes = [4, 5, 6, 0, 1, 2, 3, 5].map((mode, at) => ({
      ...{ mode, attributes: { POSITION: 0 }, indices: at === 0 ? 1 : at === 7 ? 3 : 2 },
    }));
    const { indices } = await readGlb(scene(...modes), [
      ['VEC3', corners],
      ['SCALAR', Uint8Array.of(2, 1, 3)],
      ['SCALAR', Uint32Array.of(0, 1, 2, 3, 4)],
      ['SCALAR', Uint16Array.of(0, 1, 2, 2, 4, 3)],
    ]);
    const parts = [
      ...[[2, 1, 3]],
      ...[
        [0, 1, 2],
        [3, 2, 1],
        [2, 3, 4],
      ],
      ...[
        [0, 1, 2],
        [0, 2, 3],
        [0, 3, 4],
      ],
      ...[
        [0, 1, 2],
        [3, 4, 2],
      ],
    ];
    expect([...indices].map((index) => index % 5)).toEqual(parts.flat());
  });

  it('is placed by the nodes of its default scene, and keeps the attributes of all parts', async () => {
    const half = Math.SQRT1_2;
    const json = {
      scene: 1,
      scenes: [{ nodes: [1] }, { nodes: [0, 3] }],
      nodes: [
        { children: [2], translation: [0, 0, 5] },
        { mesh: 0 },
        // A quarter turn around z, after doubling x.
        { mesh: 0, scale: [2, 1, 1], rotation: [0, 0, half, half] },
        { mesh: 1, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1] },
      ],
      meshes: [
        { primitives: [full] },
        { primitives: [{ attributes: { POSITION: 0, NORMAL: 1 } }] },
      ],
    };
    expect(lists(await readGlb(json))).toEqual({
      indices: [3, 4, 5, 0, 1, 2].map((index) => (index + 3) % 6),
      POSITION: expect.any(Array),
      NORMAL: [...UPWARD, ...UPWARD],
    });
    const { POSITION } = lists(await readGlb(json));
    expect(new Set([POSITION?.slice(0, 9).join(), POSITION?.slice(9).join()])).toEqual(
      new Set(['0,0,5,0,2,5,-1,0,5', '10,0,0,11,0,0,10,1,0']),
    );
  });

  it('turns the triangles of mirrored parts over, and keeps normals at right angles', async () => {
    const json = { ...scene(full), nodes: [{ mesh: 0, scale: [-2, 1, 1] }] };
    const slanted = Float32Array.of(...[1, 1, 0], ...[1, 1, 0], ...[1, 1, 0]);
    const mesh = await readGlb(json, [['VEC3', TRIANGLE], ['VEC3', slanted], ...arrays.slice(2)]);
    const { indices, POSITION, NORMAL } = lists(mesh);
    expect({ indices, POSITION, NORMAL: NORMAL?.slice(0, 3) }).toEqual({
      ...{ indices: [2, 1, 0], POSITION: [0, 0, 0, -2, 0, 0, 0, 1, 0] },
      NORMAL: [-0.4472, 0.8944, 0],
    });
  });

  it('keeps its tangents; mirrored parts get the other sign', async () => {
    const TANGENT = Float32Array.of(...[0, 1, 0, -1], ...[0, 1, 0, -1], ...[0, 1, 0, 1]);
    const json = {
      ...scene({ attributes: { ...full.attributes, TANGENT: 4 } }),
      nodes: [{ mesh: 0, scale: [1, -3, 1] }],
    };
    const mesh = await readGlb(json, [...arrays, ['VEC4', TANGENT]]);
    expect(lists(mesh)['TANGENT']).toEqual([0, -1, 0, 1, 0, -1, 0, 1, 0, -1, 0, -1]);
  });

  it('is refused with its fault', async () => {
    const file = glbFile({ json: scene(full), arrays });
    const version1 = file.slice();
    version1[4] = 1;
    const faultyArrays: (typeof arrays)[] = [
      [['VEC3', Float32Array.of(0, 0, 0, Number.NaN, 0, 0, 0, 0, 0)], ...arrays.slice(1)],
      [...arrays.slice(0, 3), ['SCALAR', Uint16Array.of(0, 1, 3)]],
      [...arrays.slice(0, 3), ['SCALAR', Uint16Array.of(0, 1, 2, 0)]],
      [...arrays.slice(0, 2), ['VEC2', Float32Array.of(0, 0)], ...arrays.slice(3)],
    ];
    const accessor = { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3 };
    const views = [{ buffer: 0, byteLength: 36 }];
    const position = scene({ attributes: { POSITION: 0 } });
    const cyclic = [{ children: [1] }, { children: [0] }];
    const nodes = (...list: readonly object[]) => ({ ...scene(full), nodes: list });
    const files = [
      new TextEncoder().encode('{"asset":{}}'),
      version1,
      file.subarray(0, 400),
      glbContainer('{"scene":', new Uint8Array()),
      glbContainer('[]', new Uint8Array()),
      ...[
        { ...scene(full), extensionsRequired: ['KHR_draco_mesh_compression'] },
        { ...scene(full), extensionsRequired: ['EXT_meshopt_compression'] },
        {},
        scene({ ...full, mode: 1 }),
        { ...scene(full), scene: 3 },
        nodes({ mesh: 7 }),
        nodes({ mesh: 0, matrix: [1, 2, 3] }),
        nodes(
          { mesh: 0, scale: [1e30, 1e30, 1e30], children: [1] },
          { mesh: 0, scale: [1e30, 1, 1] },
        ),
        { ...scene(full), nodes: cyclic },
        scene({ attributes: { POSITION: 9 } }),
        scene({ attributes: { POSITION: 2 } }),
        scene({ ...full, indices: 0 }),
        { ...position, accessors: [{ ...accessor, count: 6 }] },
        { ...position, accessors: [{ ...accessor, count: -1 }] },
        { ...position, accessors: [{ ...accessor, count: 5_000_000 }] },
        { ...position, accessors: [{ ...accessor, componentType: 1 }] },
        { ...position, accessors: [{ ...accessor, bufferView: undefined }] },
        { ...position, accessors: [{ ...accessor, sparse: {} }] },
        { ...position, bufferViews: [{ buffer: 0, byteLength: 9999 }] },
        { ...position, bufferViews: [{ ...views[0], byteStride: 4 }] },
        { ...position, buffers: [{ byteLength: 36, uri: 'model.bin' }] },
        { ...position, bufferViews: [{ buffer: 1, byteLength: 36 }], buffers: [{}, {}] },
      ].map((json) => glbFile({ json: { ...json }, arrays })),
      ...faultyArrays.map((content) => glbFile({ json: scene(full), arrays: content })),
    ];
    const messages = await Promise.all(files.map((bytes) => messageOf(readMesh('a.glb', bytes))));
    expect(messages).toMatchInlineSnapshot(`
      [
        ""a.glb" cannot be read as a mesh: it does not begin like a GLB file.",
        ""a.glb" cannot be read as a mesh: its format has version 1, and only version 2 is supported.",
        ""a.glb" cannot be read as a mesh: it is cut off: 792 bytes should be there, but only 400 are.",
        ""a.glb" cannot be read as a mesh: its JSON is damaged.",
        ""a.glb" cannot be read as a mesh: its JSON is damaged.",
        ""a.glb" cannot be read as a mesh: it requires the extension "KHR_draco_mesh_compression"; export it without that.",
        ""a.glb" cannot be read as a mesh: it requires the extension "EXT_meshopt_compression"; export it without that.",
        ""a.glb" cannot be read as a mesh: it has no triangles.",
        ""a.glb" cannot be read as a mesh: it has no triangles.",
        ""a.glb" cannot be read as a mesh: it lacks scenes[3].",
        ""a.glb" cannot be read as a mesh: it lacks meshes[7].",
        ""a.glb" cannot be read as a mesh: a node has a matrix that is not 16 numbers.",
        ""a.glb" cannot be read as a mesh: a node moves its vertices too far for 32-bit numbers.",
        ""a.glb" cannot be read as a mesh: nodes[0] has more than one parent.",
        ""a.glb" cannot be read as a mesh: it lacks accessors[9].",
        ""a.glb" cannot be read as a mesh: accessors[2] has a type that does not suit its purpose.",
        ""a.glb" cannot be read as a mesh: accessors[0] has a type that does not suit its purpose.",
        ""a.glb" cannot be read as a mesh: accessors[0] extends past the end of its buffer view.",
        ""a.glb" cannot be read as a mesh: it has -1 where count should be a whole number.",
        ""a.glb" cannot be read as a mesh: it has more than 4,000,000 vertices.",
        ""a.glb" cannot be read as a mesh: accessors[0] has a type that does not suit its purpose.",
        ""a.glb" cannot be read as a mesh: it lacks bufferViews[nothing].",
        ""a.glb" cannot be read as a mesh: accessors[0] is sparse, which is not supported.",
        ""a.glb" cannot be read as a mesh: bufferViews[0] extends past the end of the binary chunk.",
        ""a.glb" cannot be read as a mesh: accessors[0] has elements that overlap.",
        ""a.glb" cannot be read as a mesh: buffers[0] is not in its binary chunk; export it with everything embedded.",
        ""a.glb" cannot be read as a mesh: buffers[1] is not in its binary chunk; export it with everything embedded.",
        ""a.glb" cannot be read as a mesh: accessors[0] has a number that is not finite.",
        ""a.glb" cannot be read as a mesh: accessors[3] refers to a vertex that does not exist.",
        ""a.glb" cannot be read as a mesh: a primitive ends within a triangle.",
        ""a.glb" cannot be read as a mesh: a primitive has more or fewer values of TEXCOORD_0 than positions.",
      ]
    `);
  });
});
