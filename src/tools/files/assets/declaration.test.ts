import { expect, it } from 'vitest';
import { DATA_TYPES } from '#engine/storage/assets/kinds.ts';
import { declarationInsertion, declarationOf } from './assetCommands.ts';

const image = (path: string) => ({ path, type: 'image/png', size: 1, hash: '' });

/** An empty NumPy array. */
function npy(dtype: string): ArrayBuffer {
  const header = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (0,), }`.padEnd(117);
  return new Uint8Array(Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}\n`, 'latin1')).buffer;
}

it.each([
  ['photo.png', 'photo'],
  ['textures/My photo-1.png', 'my_photo_1'],
  ['2024.png', 'image2024'],
  ['猫.png', 'image'],
  ['used.png', 'used2'],
  ['mentioned.png', 'mentioned'],
  ['texture.png', 'texture'],
  ['float4.png', 'float42'],
  ['lerp.png', 'lerp2'],
  ['in.png', 'in2'],
])('gives the image %s the free name %s', (path, name) => {
  const texts = ['float used; // mentioned', 'import noise;'];
  const line = `[playground::URL(${JSON.stringify(path)})] Texture2D<float4> ${name};`;
  expect(declarationOf(image(path), null, texts)).toBe(line);
});

it('draws a mesh with two entry points', () => {
  const declared = declarationOf({ ...image('duck.glb'), type: 'model/gltf-binary' }, null, []);
  expect(declared).toContain('[playground::DRAW::MESH("duck.glb")]\nfloat4 duck(');
  expect(declared).toContain('float4 duckColor() : SV_Target');
});

it('declares data with the shader type of its numbers', () => {
  const data = (type: string) => ({ path: 'light.x', type, size: 1, hash: '' });
  const typeOf = (type: string, content: ArrayBuffer | null) =>
    declarationOf(data(type), content, []).replace('[playground::DATA("light.x")] ', '');
  const others = [DATA_TYPES.json, DATA_TYPES.bytes].map((type) => typeOf(type, null));
  const arrays = [npy('<i8'), npy('<f4'), npy('|u1'), new ArrayBuffer(4)];
  const types = arrays.map((content) => typeOf(DATA_TYPES.npy, content));
  const expected = ['float', 'float', 'int', 'float', 'uint', 'uint'];
  expect([...others, ...types]).toEqual(expected.map((each) => `StructuredBuffer<${each}> light;`));
});

it.each([
  ['import playground;\nimport rendering;\n\nvoid f() {}', 36, '\n\nD;'],
  ['import rendering;\nvoid f() {}', 17, '\nimport playground;\n\nD;'],
  ['void f() {}', 0, 'import playground;\n\nD;\n\n'],
])('is inserted below the imports of %j', (text, at, insert) => {
  expect(declarationInsertion(text, 'D;')).toEqual({ from: at, to: at, insert });
});
