import { describe, expect, it } from 'vitest';
import { formatLiteral, type NumberType } from './numbers.ts';

const DOUBLE: NumberType = { tag: 'float', width: 64 };
const FLOAT: NumberType = { tag: 'float', width: 32 };
const HALF: NumberType = { tag: 'float', width: 16 };

function double(value: number): string {
  return formatLiteral(new Uint32Array(Float64Array.of(value).buffer), DOUBLE);
}

function float(value: number): string {
  return formatLiteral(new Uint32Array(Float32Array.of(value).buffer), FLOAT);
}

describe('floats', () => {
  it.each([
    [0, '0'],
    [-0, '-0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [0.1, '0.100000001'],
    [1e-5, '9.99999975e-06'],
    [123456789, '123456792'],
    [1e9, '1e+09'],
    [3.4028234663852886e38, '3.40282347e+38'],
    // Halfway between two nine-digit numbers: rounds to even, whereas JavaScript rounds up.
    [2 ** -13, '0.000122070312'],
    [2 ** -149, '0x1p-149'],
    [Number.POSITIVE_INFINITY, '0x1p+128'],
    [Number.NaN, '0x1.8p+128'],
  ])('%s is %s', (value, text) => {
    expect(float(value)).toBe(text);
  });
});

describe('doubles', () => {
  it.each([
    [0.1, '0.10000000000000001'],
    [1e300, '1.0000000000000001e+300'],
    [1234567890, '1234567890'],
    [1e17, '1e+17'],
    [5e-324, '0x1p-1074'],
    [-2.2e-308, '-0x1.fa3afaa0b9a04p-1023'],
    [Number.NEGATIVE_INFINITY, '-0x1p+1024'],
  ])('%s is %s', (value, text) => {
    expect(double(value)).toBe(text);
  });
});

describe('halves', () => {
  it.each([
    [0x0000, '0x0p+0'],
    [0x8000, '-0x0p+0'],
    [0x3c00, '0x1p+0'],
    [0x3555, '0x1.554p-2'],
    [0x0001, '0x1p-24'],
    [0x03ff, '0x1.ff8p-15'],
    [0xfc00, '-0x1p+16'],
    [0x7e00, '0x1.8p+16'],
  ])('%i is %s', (bits, text) => {
    expect(formatLiteral(Uint32Array.of(bits), HALF)).toBe(text);
  });
});

describe('integers', () => {
  it.each<[NumberType, number[], string]>([
    [{ tag: 'unsigned', width: 32 }, [0xffffffff], '4294967295'],
    [{ tag: 'signed', width: 32 }, [0xffffffff], '-1'],
    [{ tag: 'signed', width: 16 }, [0xffff8000], '-32768'],
    [{ tag: 'unsigned', width: 64 }, [0xffffffff, 0xffffffff], '18446744073709551615'],
    [{ tag: 'signed', width: 64 }, [0, 0x80000000], '-9223372036854775808'],
    [{ tag: 'unsigned', width: 128 }, [1, 2, 3, 4], ''],
  ])('%j of words %j is %s', (type, words, text) => {
    expect(formatLiteral(Uint32Array.from(words), type)).toBe(text);
  });
});
