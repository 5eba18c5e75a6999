import { describe, expect, it } from 'vitest';
import { bytesOf, columnOf, layoutOf } from '../../../tests/support/columns.ts';
import { hasNumPy, readNpyIndependently, runNumPy } from '../../../tests/support/npy.ts';
import type { ElementLayout } from './columns.ts';
import { type Fitted, fitBytes, fitNpy } from './fitNpy.ts';
import { readNpy } from './readNpy.ts';
import { texelFormat } from './texelFormat.ts';
import { textureToNpy, toNpy } from './writeNpy.ts';

const FLOATS = layoutOf(4, columnOf('float32'));
const VECTORS = layoutOf(16, columnOf('float32', { shape: [1, 3], components: [0, 4, 8] }));
const ROWS = { shape: [2, 3], components: [0, 4, 8, 16, 20, 24] } as const;
const MATRICES = layoutOf(32, columnOf('float32', ROWS));
const STRUCTS = layoutOf(
  64,
  columnOf('float32', { name: 'light.color', shape: [1, 3], components: [0, 4, 8] }),
  columnOf('float16', { name: 'h', offset: 12 }),
  columnOf('float32', { name: 'm', offset: 16, ...ROWS }),
  columnOf('bool', { name: 'größe[0]', offset: 48 }),
);
const SECOND = layoutOf(8, columnOf('uint32', { name: 'n', offset: 4 }));

/** An array where only the first element has a column. */
const LONG: ElementLayout = {
  ...layoutOf(16, columnOf('float32', { name: 'a[0]' })),
  omitted: [{ name: 'a[1…3]', offset: 4, bytes: 12 }],
};

const RAMP = bytesOf(new Float32Array(Array.from({ length: 16 }, (_, index) => index)));
const STRUCT_BYTES = structBytes();

/** Two structs with zeros between the fields, because NumPy does not preserve padding. */
function structBytes(): Uint8Array {
  const bytes = new Uint8Array(128);
  const view = new DataView(bytes.buffer);
  for (const start of [0, 64]) {
    for (const at of [0, 1, 2, 4, 5, 6, 8, 9, 10]) view.setFloat32(start + at * 4, at, true);
    view.setUint16(start + 12, 0x3e00, true);
    view.setUint32(start + 48, 1, true);
  }
  return bytes;
}

function entryOf(layout: ElementLayout | null, bytes: number): Fitted {
  const size = [layout ? Math.floor(bytes / layout.stride) : bytes];
  return { name: 'x', layout, format: null, size, bytes };
}

function loaded(file: Uint8Array, entry: Fitted) {
  const read = readNpy(file);
  return read.ok ? fitNpy(read.value, entry) : read;
}

const WRITTEN: [string, ElementLayout, Uint8Array, number[]][] = [
  ['floats', FLOATS, RAMP, [16]],
  ['no floats', FLOATS, new Uint8Array(), [0]],
  ['halves', layoutOf(2, columnOf('float16')), bytesOf(new Uint16Array([0x3c00, 0x7e00])), [2]],
  ['doubles', layoutOf(8, columnOf('float64')), bytesOf(new Float64Array([0.1])), [1]],
  ['bytes', layoutOf(1, columnOf('int8')), bytesOf(new Int8Array([-1, 2])), [2]],
  ['longs', layoutOf(8, columnOf('int64')), bytesOf(new BigInt64Array([-(2n ** 63n)])), [1]],
  ['bools', layoutOf(4, columnOf('bool')), bytesOf(new Uint32Array([1, 0])), [2]],
  ['vectors', VECTORS, RAMP, [4]],
  ['matrices', MATRICES, RAMP, [2]],
  ['structs', STRUCTS, STRUCT_BYTES, [2]],
  ['a single column', SECOND, bytesOf(new Uint32Array([0, 1, 0, 2])), [2]],
  ['long arrays', LONG, RAMP, [4]],
];

describe('a .npy file of a buffer', () => {
  it('stores vectors without their padding, and matrices by row', () => {
    const value = [0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14];
    const stored = { descr: '<f4', fields: { value } };
    const vectors = readNpyIndependently(toNpy(RAMP, VECTORS, [4]));
    expect(vectors).toEqual({ ...stored, shape: [4, 3] });
    const matrices = readNpyIndependently(toNpy(RAMP, MATRICES, [2]));
    expect(matrices).toEqual({ ...stored, shape: [2, 2, 3] });
    const columns = columnOf('float32', { shape: [2, 2], components: [0, 8, 4, 12] });
    const byColumn = toNpy(RAMP.subarray(0, 16), layoutOf(16, columns), [1]);
    expect(readNpyIndependently(byColumn).fields).toEqual({ value: [0, 2, 1, 3] });
  });

  it('stores structs as a structured dtype with the offsets of the buffer', () => {
    expect(readNpyIndependently(toNpy(STRUCT_BYTES, STRUCTS, [2]))).toEqual({
      descr: [
        ['light.color', '<f4', [3]],
        ['h', '<f2'],
        ['', '|V2'],
        ['m[0]', '<f4', [3]],
        ['', '|V4'],
        ['m[1]', '<f4', [3]],
        ['', '|V4'],
        ['größe[0]', '<u4'],
        ['', '|V12'],
      ],
      shape: [2],
      fields: {
        'light.color': [0, 1, 2, 0, 1, 2],
        h: ['0x3e00', '0x3e00'],
        'm[0]': [4, 5, 6, 4, 5, 6],
        'm[1]': [8, 9, 10, 8, 9, 10],
        'größe[0]': [1, 1],
      },
    });
  });

  it.each(WRITTEN)('with %s reads back as the same bytes', (_, layout, bytes, shape) => {
    const found = loaded(toNpy(bytes, layout, shape), entryOf(layout, bytes.length));
    const numbers = found.ok ? toNpy(found.value, layout, shape) : found;
    expect(numbers).toEqual(toNpy(bytes, layout, shape));
  });
});

describe('a .npy file of a texture', () => {
  const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
  const BYTES = new Uint8Array(EIGHT);
  const SHORTS = new Uint16Array(EIGHT);
  const SIGNED = [-1, 2, -3, 4, 5, 6, 7, 8];
  const HALVES = EIGHT.map((bits) => `0x000${bits}`);
  const PACKED = new Uint32Array([0xc000_03ff, 0]);

  it.each<[GPUTextureFormat, ArrayBufferView, string, number[], (number | string)[]]>([
    ['rgba8unorm', BYTES, '|u1', [1, 2, 4], EIGHT],
    ['bgra8unorm', BYTES, '|u1', [1, 2, 4], [3, 2, 1, 4, 7, 6, 5, 8]],
    ['rgba8snorm', new Int8Array(SIGNED), '|i1', [1, 2, 4], SIGNED],
    ['r32float', new Float32Array([1.5, 2]), '<f4', [1, 2], [1.5, 2]],
    ['rg32sint', new Int32Array([-1, 2, 3, 4]), '<i4', [1, 2, 2], [-1, 2, 3, 4]],
    ['rgba16float', SHORTS, '<f2', [1, 2, 4], HALVES],
    ['rgba16uint', SHORTS, '<u2', [1, 2, 4], EIGHT],
    ['rgb10a2unorm', PACKED, '<f4', [1, 2, 4], [1, 0, 0, 1, 0, 0, 0, 0]],
  ])('with %s texels reads back as the same bytes', (name, stored, descr, shape, value) => {
    const format = texelFormat(name);
    if (!format) throw new Error(`No format ${name}.`);
    const bytes = bytesOf(stored);
    const file = textureToNpy({ bytes, width: 2, height: 1, depth: null }, format);
    expect(readNpyIndependently(file)).toEqual({ descr, shape, fields: { value } });
    const entry = { name: 'x', layout: null, format: name, size: [2, 1], bytes: bytes.length };
    const found = loaded(file, entry);
    expect(found.ok ? found.value : found.error).toEqual(
      format.bits === null
        ? 'x is rgb10a2unorm, which no array fits. Choose an image instead.'
        : bytes,
    );
  });

  it('has the slices as its first dimension', () => {
    const format = texelFormat('r32uint');
    const texture = { bytes: RAMP.subarray(0, 48), width: 3, height: 2, depth: 2 };
    expect(format && readNpyIndependently(textureToNpy(texture, format)).shape).toEqual([2, 2, 3]);
  });
});

describe('loading a file into a resource', () => {
  const npy = (descr: string, shape: string, data: Uint8Array, order = 'False') => {
    const header = `{"descr": ${descr}, "fortran_order": ${order}, "shape": ${shape}}`;
    const bytes = new Uint8Array(10 + header.length + data.length);
    bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length % 256, header.length >> 8]);
    bytes.set(new TextEncoder().encode(header), 10);
    bytes.set(data, 10 + header.length);
    return bytes;
  };
  const doubles = bytesOf(new Float64Array([0.5, 1e300]));
  const longs = bytesOf(new BigInt64Array([-1n, 2n]));
  const tooLong = bytesOf(new BigInt64Array([0n, 2n ** 31n]));
  const two = RAMP.subarray(0, 8);
  const twoFloats = entryOf(FLOATS, 8);
  const twoInts = entryOf(layoutOf(4, columnOf('int32')), 8);
  const twoBools = entryOf(layoutOf(4, columnOf('bool')), 8);
  const structs = entryOf(STRUCTS, 128);
  const texture: Fitted = { ...entryOf(null, 24), name: 't', format: 'rgba8unorm', size: [2, 3] };
  const float = (name: string, offset: number) => columnOf('float32', { name, offset });
  const spread = entryOf(layoutOf(16, float('a', 0), float('b', 8)), 32);
  const nested = entryOf(layoutOf(8, float('s[0].a', 0), float('s[1].a', 4)), 8);
  const ramp = new Float32Array([0, 1]);
  const byColumn = npy("'<f4'", '(2, 3)', RAMP.subarray(0, 24), 'True');
  const packed = npy("[('b', '<f4'), ('a', '<f4')]", '(2,)', RAMP.subarray(0, 16));

  it.each<[string, Uint8Array, Fitted, ArrayBufferView]>([
    ['doubles', npy("'<f8'", '(2,)', doubles), twoFloats, new Float32Array([0.5, 1e300])],
    ['longs', npy("'<i8'", '(2,)', longs), twoInts, new Int32Array([-1, 2])],
    ['bools', npy("'|b1'", '(2,)', new Uint8Array([0, 1])), twoBools, new Uint32Array([0, 1])],
    ['one row of numbers', npy("'<f4'", '(2, 1)', two), twoFloats, ramp],
    ['columns', byColumn, entryOf(VECTORS, 32), new Float32Array([0, 2, 4, 0, 1, 3, 5, 0])],
    ['packed structs', packed, spread, new Float32Array([1, 0, 0, 0, 3, 0, 2, 0])],
    ['structs in structs', npy("[('s', [('a', '<f4')], (2,))]", '(1,)', two), nested, ramp],
    ['numbers for bytes', npy("'<f4'", '(2,)', two), entryOf(null, 8), ramp],
  ])('accepts %s', (_, file, entry, stored) => {
    expect(loaded(file, entry)).toEqual({ ok: true, value: bytesOf(stored) });
  });

  const unknown = (dtype: string) =>
    `The file's dtype is ${dtype}, which shaders do not have. Save it as one of <f2, <f4, <f8, |i1, <i2, <i4, <i8, |u1, <u2, <u4, <u8, |b1, for example with array.astype('<f4').`;
  const holds = (what: string, dtype: string, wanted: string) =>
    `${what}, but the file's dtype is ${dtype}. Save it with array.astype('${wanted}').`;
  const shape = (taken: string, given: string) =>
    `takes an array of the shape ${taken}, but the file's is ${given}. Save one of that shape.`;
  const color = (given: string) =>
    `x has 3 float32 in light.color, but the file has ${given}. Save an array with that field.`;
  const colors = npy("[('light.color', '<f4', (2,))]", '(2,)', RAMP);
  const other = npy("[('a', '<f4')]", '(2,)', RAMP);

  it.each<[Uint8Array, Fitted, string]>([
    [npy("'<c8'", '(2,)', longs), twoFloats, unknown('<c8')],
    [npy("'>f4'", '(2,)', longs), twoFloats, unknown('>f4')],
    [npy("[('a', '<U8')]", '(1,)', longs), twoFloats, unknown('<U8')],
    [npy("'<i4'", '(2,)', longs), twoFloats, holds('x holds float32', '<i4', '<f4')],
    [npy("'<f8'", '(2,)', doubles), twoInts, holds('x holds int32', '<f8', '<i4')],
    [npy("'<f4'", '(3, 2, 4)', new Uint8Array(96)), texture, holds('t holds uint8', '<f4', '|u1')],
    [npy("'<f4'", '(3,)', RAMP), twoFloats, `x ${shape('(2,)', '(3,)')}`],
    [npy("'|u1'", '(2, 3, 4)', RAMP), texture, `t ${shape('(3, 2, 4)', '(2, 3, 4)')}`],
    [colors, structs, color('2 float32')],
    [other, structs, color('no such field')],
  ])('rejects a file that does not fit, with the reason (case %#)', (file, entry, error) => {
    expect(loaded(file, entry)).toEqual({ ok: false, error });
  });

  it('rejects numbers that do not fit, a cut-off file, other sizes, and structs for numbers', () => {
    const refusal = (file: Uint8Array, entry: Fitted) => {
      const found = loaded(file, entry);
      return found.ok ? null : found.error;
    };
    expect([
      refusal(npy("'<i8'", '(2,)', tooLong), twoInts),
      refusal(npy("'<f4'", '(4,)', two), twoFloats),
      refusal(npy("'<f4'", '(4,)', RAMP), entryOf(null, 8)),
      refusal(npy("'<f4'", '(2,)', RAMP), structs),
      refusal(other, twoFloats),
    ]).toEqual([
      'x holds int32, but element 1 of the file is 2147483648, which does not fit. Change that number.',
      'The file is cut off: its array takes 16 bytes, but 8 are there. Save it again.',
      'x takes 8 bytes, but the file has 16. Choose a file of that size.',
      "x holds structs, but the file's dtype is <f4. Save a structured array with the fields light.color, h, m, größe[0].",
      "x holds float32, but the file's dtype is a struct. Save an array of dtype '<f4'.",
    ]);
  });

  it.each([
    ['an empty file', new Uint8Array()],
    ['a picture', new Uint8Array(100).fill(0x89)],
    ['an unknown version', npy("'<f4'", '(2,)', RAMP).with(6, 9)],
    ['a header beyond the end', npy("'<f4'", '(2,)', RAMP).with(9, 0xff)],
    ['a header that is not Python', npy("'<f4'", '(2', RAMP)],
    ['no shape', npy("'<f4'", 'None', RAMP)],
    ['a negative shape', npy("'<f4'", '(-1,)', RAMP)],
    ['deeply nested brackets', npy('['.repeat(100) + ']'.repeat(100), '(1,)', RAMP)],
    ['a struct without fields', npy('[]', '(9007199254740991, 9)', RAMP, 'True')],
    ['a field without a type', npy("[('a',)]", '(1,)', RAMP)],
  ])('rejects a file that is not .npy: %s', (_, file) => {
    expect(readNpy(file)).toEqual({
      ok: false,
      error: 'This is not an .npy file: its header cannot be read. Save the array with numpy.save.',
    });
  });

  it('rejects endlessly nested arrays of structs', () => {
    const deep = Array.from({ length: 9 }).reduce((inner) => `[('a', ${inner}, (4096,))]`, "'<f4'");
    expect(readNpy(npy(String(deep), '(1,)', RAMP))).toEqual({
      ok: false,
      error: 'Each element of the file has more than 4096 structs. Save arrays of numbers instead.',
    });
  });

  it('accepts raw bytes only in the size of the resource', () => {
    expect(fitBytes(RAMP, entryOf(null, 64))).toEqual({ ok: true, value: RAMP });
    expect(fitBytes(RAMP, entryOf(FLOATS, 60))).toEqual({
      ok: false,
      error: 'x takes 60 bytes, but the file has 64. Choose a file of that size.',
    });
  });
});

describe.skipIf(!hasNumPy())('NumPy', () => {
  it('reads the arrays that the page writes, and writes arrays that the page reads', () => {
    const files = WRITTEN.map(([, layout, bytes, shape]) => toNpy(bytes, layout, shape));
    // One process for all files, because it starts slowly.
    const script = `
while data.tell() < len(data.getbuffer()):
    start = out.tell()
    np.save(out, np.load(data))
    print(start, out.tell())`;
    const { text, file: all } = runNumPy(script, new Uint8Array(Buffer.concat(files)));
    const lines = text.trim().split('\n');
    const saved = lines.map((line) => {
      const [start, end] = line.split(' ').map(Number);
      return all.subarray(start, end);
    });
    const again = WRITTEN.map(([, layout, bytes, shape], index) => {
      const found = loaded(saved[index] ?? new Uint8Array(), entryOf(layout, bytes.length));
      return found.ok ? toNpy(found.value, layout, shape) : found;
    });
    expect(again).toEqual(files);
  });

  it('saves arrays that fit in any order, width and shape', () => {
    const arrays = [
      'np.asfortranarray(np.arange(12, dtype="<f4").reshape(4, 3))',
      'np.arange(12, dtype="f8").reshape(4, 3)',
      'np.arange(12, dtype="f2")',
    ];
    const script = arrays.map((array) => `np.save(out, ${array})\nprint(out.tell())`).join('\n');
    const { text, file: all } = runNumPy(script);
    const ends = text.trim().split('\n').map(Number);
    for (const [index, end] of ends.entries()) {
      const found = loaded(all.subarray(ends[index - 1] ?? 0, end), entryOf(VECTORS, 64));
      expect(found.ok && [...new Float32Array(found.value.slice().buffer)]).toEqual([
        0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0,
      ]);
    }
    expect(ends).toHaveLength(arrays.length);
  });
});
