import { expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import { bytesOf, columnOf } from '../../../../../tests/support/columns.ts';
import { byteCell, bytesFrom, elementCell, parseByte, rowText } from './pageCells.ts';

const FLOAT = columnOf('float32', { offset: 4 });
const PAIR = columnOf('float32', { components: [0, 4], shape: [1, 2] });

const floats = (...values: number[]) => bytesOf(Float32Array.from(values));

const bytes = bytesFrom(80, floats(1, 2, 3, 4), floats(1, 2, 3, 5));
const cell = (index: number, leaves: Column[], stride = 8, from = bytes) =>
  elementCell(from, { index, stride }, { title: '', typeName: '', leaves, toggles: [] }, 'decimal');

it('a cell shows the value, and the previous value if it changed', () => {
  expect(cell(10, [FLOAT])).toEqual({ text: '2', before: null });
  expect(cell(11, [FLOAT])).toEqual({ text: '4', before: '5' });
  expect(cell(11, [PAIR])).toEqual({ text: '3, 4', before: '3, 5' });
});

it('a cell shows the elements of an array', () => {
  expect(cell(5, [PAIR, { ...PAIR, offset: 8 }], 16)?.text).toBe('(1, 2), (3, 4)');
  expect(cell(5, [FLOAT, { ...FLOAT, offset: 8 }], 16)?.text).toBe('2, 3');
});

it('a cell is empty until its bytes are loaded', () => {
  expect([cell(9, [FLOAT]), cell(12, [FLOAT])]).toEqual([null, null]);
});

it('a cell compares only the known previous values', () => {
  const grown = bytesFrom(0, floats(1, 2, 3, 4), floats(1, 9));
  expect(cell(1, [FLOAT], 8, grown)).toEqual({ text: '4', before: null });
});

const hex = bytesFrom(16, Uint8Array.of(0x41, 0x0a, 0xff), Uint8Array.of(0x41, 0x0b, 0xff));

it('the hex view shows bytes and text', () => {
  const cells = [16, 17, 18].map((offset) => byteCell(hex, offset));
  expect(cells.map((cell) => cell?.text)).toEqual(['41', '0a', 'ff']);
  expect(cells.map((cell) => cell?.before)).toEqual([null, '0b', null]);
  expect([15, 19].map((offset) => byteCell(hex, offset))).toEqual([null, null]);
  expect(rowText(hex, 16)).toBe('A..');
  expect(rowText(hex, 32)).toBeNull();
});

it.each([
  ['7f', [0x7f]],
  ['0x0', [0]],
  [' A ', [10]],
])('the hex view parses %j', (text, expected) => {
  expect([...(parseByte(text) ?? [])]).toEqual(expected);
});

it.each(['', '100', 'g'])('the hex view rejects %j', (text) => {
  expect(parseByte(text)).toBeNull();
});
