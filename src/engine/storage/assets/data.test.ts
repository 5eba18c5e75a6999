import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../tests/support/assets.ts';
import { dataBytes, describeMissing, readAsset } from './data.ts';
import { DATA_TYPES } from './kinds.ts';

const textBytes = (text: string) => new TextEncoder().encode(text).buffer;
const json = (text: string) => dataBytes(DATA_TYPES.json, textBytes(text));
const bytesOf = ({ buffer }: ArrayBufferView) => ({ ok: true, value: buffer });
const floats = (...numbers: number[]) => bytesOf(new Float32Array(numbers));

/** A file as written by `numpy.save`. */
function npyFile(descr: string, shape: string, data: ArrayBufferView, fortran = false) {
  const header = `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': ${shape}, }`;
  const text = `${header.padEnd(117)}\n`;
  const bytes = new Uint8Array(10 + text.length + data.byteLength);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, text.length, 0]);
  bytes.set(new TextEncoder().encode(text), 10);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 10 + text.length);
  return bytes.buffer;
}

const npy = (...file: Parameters<typeof npyFile>) => dataBytes(DATA_TYPES.npy, npyFile(...file));

it('reads a .bin file as its bytes', () => {
  const bytes = Uint8Array.from([1, 2, 3]);
  expect(dataBytes(DATA_TYPES.bytes, bytes.buffer)).toEqual(bytesOf(bytes));
});

describe('a .json file', () => {
  it('is read as 32-bit floats, in the order of its numbers', () => {
    expect(json('[1, 2.5, -3e2]')).toEqual(floats(1, 2.5, -300));
    expect(json('[[0, 1], [[2], 3]]')).toEqual(floats(0, 1, 2, 3));
  });

  it('is rejected if it is not a list of numbers, or not JSON', () => {
    const error = 'It is not a list of numbers, such as [0.5, 1, 2] or [[0, 0], [1, 2]].';
    const deep = `${'['.repeat(40)}1${']'.repeat(40)}`;
    for (const text of ['{"points": [1]}', '[1, null]', '[1, "2"]', deep]) {
      expect(json(text)).toEqual({ ok: false, error });
    }
    const invalid = 'It is not valid JSON. Export the data again.';
    for (const text of ['[1, 2', '']) expect(json(text)).toEqual({ ok: false, error: invalid });
  });
});

describe('a .npy file', () => {
  it.each([
    ['<f4', new Float32Array([1.5, -2])],
    ['<u4', new Uint32Array([7, 4_000_000_000])],
    ['<i2', new Int16Array([-1, 300])],
    ['|u1', new Uint8Array([1, 255])],
  ])('with %s is read as its bytes without the header', (code, numbers) => {
    expect(npy(code, '(2,)', numbers)).toEqual(bytesOf(numbers));
  });

  it('with 64-bit numbers or booleans is converted to 32 bits', () => {
    expect(npy('<f8', '(2,)', new Float64Array([0.1, 2]))).toEqual(floats(0.1, 2));
    const signed = npy('<i8', '(2,)', new BigInt64Array([-5n, 6n]));
    expect(signed).toEqual(bytesOf(new Int32Array([-5, 6])));
    const unsigned = npy('<u8', '(1,)', new BigUint64Array([2n ** 32n - 1n]));
    expect(unsigned).toEqual(bytesOf(new Uint32Array([2 ** 32 - 1])));
    const booleans = npy('|b1', '(3,)', new Uint8Array([1, 0, 1]));
    expect(booleans).toEqual(bytesOf(new Uint32Array([1, 0, 1])));
  });

  it('in Fortran order is converted to row order', () => {
    const columns = new Float32Array([1, 4, 2, 5, 3, 6]);
    expect(npy('<f4', '(2, 3)', columns, true)).toEqual(floats(1, 2, 3, 4, 5, 6));
  });

  it('with a number that does not fit 32 bits is rejected', () => {
    expect(npy('<i8', '(2,)', new BigInt64Array([1n, 2n ** 40n]))).toEqual({
      ok: false,
      error:
        'Its number 1099511627776 at index 1 does not fit into 32 bits. Save the array with smaller numbers, or as floats.',
    });
  });

  it.each([
    ['text', textBytes('no array')],
    ['big-endian numbers', npyFile('>f4', '(1,)', new Float32Array([1]))],
    ['less than its header says', npyFile('<f4', '(9,)', new Float32Array([1]))],
  ])('that has %s is rejected', (_, content) => {
    expect(dataBytes(DATA_TYPES.npy, content).ok).toBe(false);
  });
});

const store = createMemoryStore();
const asset = (path: string, type: string, hash = 'one') => ({ path, type, size: 3, hash });

it('returns images with their type, and data as the bytes for DATA', async () => {
  await store.put('one', new TextEncoder().encode('[1]').buffer);
  const image = await readAsset(asset('a.svg', 'image/svg+xml'), store);
  expect([image.type, await image.text()]).toEqual(['image/svg+xml', '[1]']);
  const data = await readAsset(asset('a.json', DATA_TYPES.json), store);
  expect(await data.arrayBuffer()).toEqual(new Float32Array([1]).buffer);
});

it('names a file whose content is missing or invalid', async () => {
  await expect(readAsset(asset('a.png', 'image/png', 'gone'), store)).rejects.toThrow(
    '"a.png" is in the project, but this browser does not have its content. Add the file again under this name.',
  );
  await expect(readAsset(asset('a.npy', DATA_TYPES.npy), store)).rejects.toThrow(
    '"a.npy" cannot be used. This is not an .npy file',
  );
});

it('says for a relative address that the project does not contain it either', () => {
  expect(describeMissing('img/cat.png', 'a could not be fetched: 404 Not Found')).toBe(
    'a could not be fetched: 404 Not Found. The project has no image or data named "img/cat.png" either: drop the file on the page to add it.',
  );
  for (const address of ['https://a.test/cat.png', '//a.test/cat.png', '/cat.png', 'data:,x']) {
    expect(describeMissing(address, 'No.')).toBe('No.');
  }
});
