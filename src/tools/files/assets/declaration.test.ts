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

it('declares data with the shader type of its numbers', () => {
  const data = (type: string) => ({ path: 'light.x', type, size: 1, hash: '' });
  const typeOf = (type: string, content: ArrayBuffer | null) =>
    declarationOf(data(type), content, []).replace('[playground::DATA("light.x")] ', '');
  expect(typeOf(DATA_TYPES.json, null)).toBe('StructuredBuffer<float> light;');
  expect(typeOf(DATA_TYPES.bytes, null)).toBe('StructuredBuffer<float> light;');
  expect(typeOf(DATA_TYPES.npy, npy('<i8'))).toBe('StructuredBuffer<int> light;');
  expect(typeOf(DATA_TYPES.npy, npy('<f4'))).toBe('StructuredBuffer<float> light;');
  expect(typeOf(DATA_TYPES.npy, npy('|u1'))).toBe('StructuredBuffer<uint> light;');
  expect(typeOf(DATA_TYPES.npy, new ArrayBuffer(4))).toBe('StructuredBuffer<uint> light;');
});

it.each([
  ['import playground;\nimport rendering;\n\nvoid f() {}', 36, '\n\nD;'],
  ['import rendering;\nvoid f() {}', 17, '\nimport playground;\n\nD;'],
  ['void f() {}', 0, 'import playground;\n\nD;\n\n'],
])('is inserted below the imports of %j', (text, at, insert) => {
  expect(declarationInsertion(text, 'D;')).toEqual({ from: at, to: at, insert });
});
