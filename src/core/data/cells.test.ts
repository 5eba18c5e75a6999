import { describe, expect, it } from 'vitest';
import { halfFromBits } from '#core/util/half.ts';
import { bytesOf, columnOf } from '../../../tests/support/columns.ts';
import { decimalText, parseCell, textOfCell } from './cells.ts';
import type { Column, NumberFormat, ScalarType } from './columns.ts';

const KIND = columnOf('int32', { typeName: 'Kind', cases: { 0: 'None', 5: 'Sphere' } });
const MATRIX = columnOf('float32', {
  ...{ typeName: 'float2x3', shape: [2, 3], components: [0, 4, 8, 16, 20, 24] },
});
const HALVES = columnOf('float16', { typeName: 'half3', shape: [1, 3], components: [0, 2, 4] });

function viewOf(numbers: ArrayBufferView): DataView {
  return new DataView(bytesOf(numbers).buffer);
}

describe('the text of a cell', () => {
  it.each<[Column, ArrayBufferView, string]>([
    [columnOf('float16'), new Uint16Array([0x3e00]), '1.5'],
    [columnOf('float32'), new Float32Array([0.1]), '0.1'],
    [columnOf('float64'), new Float64Array([0.1]), '0.1'],
    [columnOf('int8'), new Int8Array([-128]), '-128'],
    [columnOf('int16'), new Int16Array([-2]), '-2'],
    [columnOf('int32'), new Int32Array([-3]), '-3'],
    [columnOf('int64'), new BigInt64Array([-(2n ** 63n)]), '-9223372036854775808'],
    [columnOf('uint8'), new Uint8Array([255]), '255'],
    [columnOf('uint16'), new Uint16Array([65_535]), '65535'],
    [columnOf('uint32'), new Uint32Array([4_294_967_295]), '4294967295'],
    [columnOf('uint64'), new BigUint64Array([2n ** 64n - 1n]), '18446744073709551615'],
    [columnOf('bool'), new Uint32Array([1]), 'true'],
    [columnOf('uint32', { offset: 8 }), new Uint32Array([1, 2, 3]), '3'],
    [HALVES, new Uint16Array([0x3c00, 0x4000, 0x4200]), '1, 2, 3'],
    [MATRIX, new Float32Array([1, 2, 3, 0, 4, 5, 6, 0]), '1, 2, 3; 4, 5, 6'],
  ])('shows the numbers of a $typeName', (column, stored, text) => {
    expect(textOfCell(viewOf(stored), 0, column, 'decimal')).toBe(text);
  });

  it.each<[NumberFormat, Column, ArrayBufferView, string]>([
    ['decimal', columnOf('float32'), new Float32Array([16_777_217]), '16777216'],
    ['decimal', columnOf('float32'), new Float32Array([3.402_823_4e38]), '3.4028235e+38'],
    ['decimal', columnOf('float32'), new Float32Array([1e-45]), '1e-45'],
    ['decimal', columnOf('float32'), new Float32Array([-0]), '-0'],
    ['decimal', columnOf('float32'), new Float32Array([Number.NaN]), 'NaN'],
    ['decimal', columnOf('float32'), new Float32Array([Number.POSITIVE_INFINITY]), '∞'],
    ['decimal', columnOf('float32'), new Float32Array([Number.NEGATIVE_INFINITY]), '−∞'],
    ['decimal', HALVES, new Uint16Array([0x3555, 0x2e66, 0x0001]), '0.3333, 0.1, 6e-8'],
    ['decimal', columnOf('bool'), new Uint32Array([0]), 'false'],
    ['decimal', KIND, new Int32Array([5]), 'Sphere'],
    ['decimal', KIND, new Int32Array([4]), '4'],
    ['hexadecimal', columnOf('int8'), new Int8Array([-1]), '0xff'],
    ['hexadecimal', columnOf('uint32'), new Uint32Array([42]), '0x0000002a'],
    ['hexadecimal', columnOf('float32'), new Float32Array([1]), '0x3f800000'],
    ['hexadecimal', columnOf('float32'), new Uint32Array([0xffc0_1234]), '0xffc01234'],
    ['hexadecimal', columnOf('int64'), new BigInt64Array([-2n]), '0xfffffffffffffffe'],
    ['hexadecimal', columnOf('bool'), new Uint32Array([2]), '0x00000002'],
    ['hexadecimal', KIND, new Int32Array([5]), '0x00000005'],
    ['float', columnOf('uint32'), new Uint32Array([0x3f80_0000]), '1'],
    ['float', columnOf('int32'), new Uint32Array([0xff80_0000]), '−∞'],
    ['float', columnOf('uint16'), new Uint16Array([0x3c00]), '1'],
    ['float', columnOf('uint64'), new Float64Array([0.1]), '0.1'],
    ['float', columnOf('int8'), new Int8Array([-1]), '-1'],
    ['float', columnOf('float32'), new Float32Array([0.5]), '0.5'],
    ['float', KIND, new Int32Array([5]), 'Sphere'],
    ['float', columnOf('bool'), new Uint32Array([1]), 'true'],
  ])('shows in %s format: $1.typeName as $3', (format, column, stored, text) => {
    expect(textOfCell(viewOf(stored), 0, column, format)).toBe(text);
  });

  it('shows each half as text that reads back as the same number', () => {
    const wrong = Array.from({ length: 0x7c00 }, (_, bits) => bits).filter((bits) => {
      const parsed = parseCell(columnOf('float16'), decimalText(halfFromBits(bits), 'float16'));
      return !parsed.ok || new DataView(parsed.value.buffer).getUint16(0, true) !== bits;
    });
    expect(wrong).toEqual([]);
  });

  it('shows each float as the shortest text that reads back as the same number', () => {
    let seed = 1;
    const random = new Uint32Array(2000).map(() => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed;
    });
    const wrong = [...new Float32Array(random.buffer)].filter((value) => {
      if (!Number.isFinite(value)) return false;
      const text = decimalText(value, 'float32');
      const digits = text.replace(/e.*$|[-.]/g, '').replace(/^0+|0+$/g, '').length;
      const shorter = digits > 1 ? Math.fround(Number(value.toPrecision(digits - 1))) : Number.NaN;
      return Math.fround(Number(text)) !== value || (shorter === value && !Number.isInteger(value));
    });
    expect(wrong).toEqual([]);
  });
});

describe('parsing the text of a cell', () => {
  it.each<[Column, string, NumberFormat, ArrayBufferView]>([
    [columnOf('float32'), '0.1', 'decimal', new Float32Array([0.1])],
    [columnOf('float32'), ' -.5e1 ', 'decimal', new Float32Array([-5])],
    [columnOf('float32'), '0x7fc00001', 'decimal', new Uint32Array([0x7fc0_0001])],
    [columnOf('float32'), '−∞', 'decimal', new Float32Array([Number.NEGATIVE_INFINITY])],
    [columnOf('float32'), 'inf', 'decimal', new Float32Array([Number.POSITIVE_INFINITY])],
    [columnOf('float32'), 'nan', 'decimal', new Float32Array([Number.NaN])],
    [columnOf('float16'), '65504', 'decimal', new Uint16Array([0x7bff])],
    [columnOf('float64'), '1e300', 'decimal', new Float64Array([1e300])],
    [columnOf('int8'), '-128', 'decimal', new Int8Array([-128])],
    [columnOf('int8'), '0xff', 'hexadecimal', new Int8Array([-1])],
    [columnOf('uint16'), '+65535', 'decimal', new Uint16Array([65_535])],
    [columnOf('uint64'), '18446744073709551615', 'decimal', new BigUint64Array([2n ** 64n - 1n])],
    [columnOf('int64'), '-9223372036854775808', 'decimal', new BigInt64Array([-(2n ** 63n)])],
    [columnOf('uint32'), '1.5', 'float', new Float32Array([1.5])],
    [columnOf('bool'), 'true', 'decimal', new Uint32Array([1])],
    [columnOf('bool'), '0', 'decimal', new Uint32Array([0])],
    [KIND, 'Sphere', 'decimal', new Int32Array([5])],
    [KIND, '-7', 'float', new Int32Array([-7])],
    [HALVES, '1, 2, 3', 'decimal', new Uint16Array([0x3c00, 0x4000, 0x4200])],
    [MATRIX, '1, 2, 3; 4, 5, 6', 'decimal', new Float32Array([1, 2, 3, 0, 4, 5, 6])],
  ])('restores a $typeName: %s', (column, text, format, stored) => {
    expect(parseCell(column, text, format)).toEqual({ ok: true, value: bytesOf(stored) });
  });

  it.each<[ScalarType | Column, string, string]>([
    ['float32', 'abc', '“abc” is not a number. Type one such as 0.5, 1e-3, NaN or -∞.'],
    ['float32', '', '“” is not a number. Type one such as 0.5, 1e-3, NaN or -∞.'],
    ['float32', '1e39', '1e39 is too large for float32. Type ∞ if you want infinity.'],
    ['float16', '65520', '65520 is too large for float16. Type ∞ if you want infinity.'],
    ['float16', '0x10000', '0x10000 has more than 16 bits. Type at most 4 digits after 0x.'],
    ['int8', '128', '128 does not fit. Type a whole number from -128 to 127.'],
    ['uint32', '-1', '-1 does not fit. Type a whole number from 0 to 4294967295.'],
    ['int16', '1.5', '“1.5” is not a whole number. Type a whole number from -32768 to 32767.'],
    ['bool', 'yes', '“yes” is not a bool. Type true or false.'],
    [
      KIND,
      'Cube',
      '“Cube” is not a whole number. Type a whole number from -2147483648 to 2147483647 or a case of Kind.',
    ],
    [HALVES, '1, 2', 'half3 takes 3 numbers, not 2. Separate them by commas.'],
    ['float32', '1, 2', 'float32 takes one number, not 2.'],
  ])('rejects for a %s: “%s”', (column, text, error) => {
    const given = typeof column === 'string' ? columnOf(column) : column;
    expect(parseCell(given, text)).toEqual({ ok: false, error });
  });
});
