import { describe, expect, it } from 'vitest';
import { bytesOf, columnOf, layoutOf } from '../../../tests/support/columns.ts';
import { csvPieces, type Elements, jsonPieces, toTsv } from './tables.ts';

const toCsv = (elements: Elements) => [...csvPieces(elements)].join('');
const toJson = (elements: Elements) => [...jsonPieces(elements)].join('');

const LIGHTS = layoutOf(
  48,
  columnOf('float32', { name: 'light.color', shape: [1, 2], components: [0, 4] }),
  columnOf('int32', { name: 'light.kind', offset: 8, cases: { 1: 'Point' } }),
  columnOf('bool', { name: 'on[0]', offset: 12 }),
  columnOf('bool', { name: 'on[1]', offset: 16 }),
  columnOf('float32', { name: 'm', offset: 20, shape: [2, 2], components: [0, 4, 8, 12] }),
  columnOf('uint64', { name: 'id', offset: 40 }),
);

function lights(): Uint8Array {
  const view = new DataView(new ArrayBuffer(96));
  for (const start of [0, 48]) {
    view.setFloat32(start, 0.1, true);
    view.setFloat32(start + 4, start === 0 ? Number.NaN : Number.NEGATIVE_INFINITY, true);
    view.setInt32(start + 8, start === 0 ? 1 : 2, true);
    view.setUint32(start + 12, 1, true);
    for (let at = 0; at < 4; at += 1) view.setFloat32(start + 20 + at * 4, at, true);
    view.setBigUint64(start + 40, 2n ** 64n - 1n, true);
  }
  return new Uint8Array(view.buffer);
}

const ELEMENTS = { bytes: lights(), layout: LIGHTS, first: 7 };

describe('exporting a table of elements', () => {
  it('writes tab-separated values in the displayed format', () => {
    expect(toTsv(ELEMENTS, LIGHTS.columns.slice(0, 3), 'decimal')).toBe(
      '0.1\tNaN\tPoint\ttrue\n0.1\t−∞\t2\ttrue',
    );
    expect(toTsv(ELEMENTS, LIGHTS.columns.slice(1, 2), 'hexadecimal')).toBe(
      '0x00000001\n0x00000002',
    );
  });

  it('writes CSV with a heading and a cell for each number', () => {
    expect(toCsv(ELEMENTS)).toBe(
      'index,light.color.x,light.color.y,light.kind,on[0],on[1],m[0][0],m[0][1],m[1][0],m[1][1],id\n' +
        '7,0.1,NaN,Point,true,false,0,1,2,3,18446744073709551615\n' +
        '8,0.1,-Infinity,2,true,false,0,1,2,3,18446744073709551615\n',
    );
  });

  it('writes JSON with structs, arrays and matrices', () => {
    expect(toJson(ELEMENTS)).toBe(
      '[\n' +
        '{"light": {"color": [0.1, "NaN"], "kind": "Point"}, "on": [true, false], "m": [[0, 1], [2, 3]], "id": 18446744073709551615},\n' +
        '{"light": {"color": [0.1, "-Infinity"], "kind": 2}, "on": [true, false], "m": [[0, 1], [2, 3]], "id": 18446744073709551615}\n' +
        ']\n',
    );
  });

  const FLOAT = layoutOf(4, columnOf('float32'));
  const VECTOR = layoutOf(8, columnOf('float32', { shape: [1, 2], components: [0, 4] }));
  const item = (index: number) =>
    columnOf('float32', { name: `value[${index}]`, offset: index * 4 });
  const ARRAY = layoutOf(8, item(0), item(1));
  const STRUCT = layoutOf(4, columnOf('float32'), columnOf('uint8', { name: 'b' }));

  it.each([
    ['numbers', FLOAT, [1e30, -0, 1e-7], '[\n1e30,\n-0,\n1e-7\n]\n'],
    ['vectors', VECTOR, [1, 2], '[\n[1, 2]\n]\n'],
    ['arrays', ARRAY, [1, 2], '[\n[1, 2]\n]\n'],
    ['structs', STRUCT, [0], '[\n{"value": 0, "b": 0}\n]\n'],
    ['no elements', FLOAT, [], '[]\n'],
  ])('writes JSON for %s', (_, layout, numbers, text) => {
    const json = toJson({ bytes: bytesOf(new Float32Array(numbers)), layout, first: 0 });
    expect(json).toBe(text);
    expect(() => JSON.parse(json)).not.toThrow();
  });

  it('yields pieces that add up to the whole table', () => {
    const bytes = bytesOf(new Uint32Array(10_000).map((_, index) => index));
    const pieces = [...csvPieces({ bytes, layout: layoutOf(4, columnOf('uint32')), first: 0 })];
    expect(pieces).toHaveLength(4);
    expect(pieces.join('').split('\n').at(-2)).toBe('9999,9999');
  });
});
