import { describe, expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import { byteCell, bytesFrom, elementCell, parseByte, rowText } from './pageCells.ts';

const FLOAT: Column = {
  name: 'mass',
  typeName: 'float',
  offset: 4,
  scalar: 'float32',
  components: [0],
  shape: [1, 1],
  cases: null,
};
const PAIR: Column = {
  ...FLOAT,
  name: 'at',
  typeName: 'float2',
  offset: 0,
  components: [0, 4],
  shape: [1, 2],
};

function floats(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

function columnOf(...leaves: Column[]) {
  return { title: '', typeName: '', leaves, toggles: [] };
}

describe('a cell', () => {
  const bytes = bytesFrom(80, floats(1, 2, 3, 4), floats(1, 2, 3, 5));

  it('shows the value, and the previous value if it changed', () => {
    const stride = 8;
    expect(elementCell(bytes, { index: 10, stride }, columnOf(FLOAT), 'decimal')).toEqual({
      text: '2',
      before: null,
    });
    expect(elementCell(bytes, { index: 11, stride }, columnOf(FLOAT), 'decimal')).toEqual({
      text: '4',
      before: '5',
    });
    expect(elementCell(bytes, { index: 11, stride }, columnOf(PAIR), 'decimal')).toEqual({
      text: '3, 4',
      before: '3, 5',
    });
  });

  it('shows the elements of an array', () => {
    const second = { ...PAIR, offset: 8 };
    const element = { index: 5, stride: 16 };
    expect(elementCell(bytes, element, columnOf(PAIR, second), 'decimal')?.text).toBe(
      '(1, 2), (3, 4)',
    );
    const numbers = [FLOAT, { ...FLOAT, offset: 8 }];
    expect(elementCell(bytes, element, columnOf(...numbers), 'decimal')?.text).toBe('2, 3');
  });

  it('is empty until its bytes are loaded', () => {
    expect(elementCell(bytes, { index: 9, stride: 8 }, columnOf(FLOAT), 'decimal')).toBeNull();
    expect(elementCell(bytes, { index: 12, stride: 8 }, columnOf(FLOAT), 'decimal')).toBeNull();
  });

  it('compares only the known previous values', () => {
    const grown = bytesFrom(0, floats(1, 2, 3, 4), floats(1, 9));
    expect(elementCell(grown, { index: 1, stride: 8 }, columnOf(FLOAT), 'decimal')).toEqual({
      text: '4',
      before: null,
    });
  });
});

describe('the hex view', () => {
  const bytes = bytesFrom(16, Uint8Array.of(0x41, 0x0a, 0xff), Uint8Array.of(0x41, 0x0b, 0xff));

  it('shows bytes and text', () => {
    expect([15, 16, 17, 18, 19].map((offset) => byteCell(bytes, offset))).toEqual([
      null,
      { text: '41', before: null },
      { text: '0a', before: '0b' },
      { text: 'ff', before: null },
      null,
    ]);
    expect(rowText(bytes, 16)).toBe('A..');
    expect(rowText(bytes, 32)).toBeNull();
  });

  it.each([
    ['7f', [0x7f]],
    ['0x0', [0]],
    [' A ', [10]],
  ])('parses %j', (text, expected) => {
    expect([...(parseByte(text) ?? [])]).toEqual(expected);
  });

  it.each(['', '100', 'g'])('rejects %j', (text) => {
    expect(parseByte(text)).toBeNull();
  });
});
