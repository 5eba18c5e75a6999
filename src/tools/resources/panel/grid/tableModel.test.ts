import { expect, it } from 'vitest';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { bytesOf, columnOf, layoutOf } from '../../../../../tests/support/columns.ts';
import { bytesFrom } from './pageCells.ts';
import { byteTable, elementTable } from './tableModel.ts';

const LAYOUT = layoutOf(
  12,
  columnOf('uint32', { name: 'sizes[0]' }),
  columnOf('uint32', { name: 'sizes[1]', offset: 4 }),
  columnOf('uint32', { name: 'count', offset: 8 }),
);
const GIVEN: Partial<ResourceEntry> = { name: 'records', size: [10], bytes: 120, layout: LAYOUT };
const ENTRY = GIVEN as ResourceEntry;

const elements = elementTable(ENTRY, LAYOUT, new Set(), 'decimal');

it('the table of elements has one row per element and one column per value', () => {
  expect(elements.rowCount).toBe(10);
  expect(elements.columns.map(({ title }) => title)).toEqual(['sizes', 'count']);
  const bytes = bytesFrom(12, bytesOf(Uint32Array.of(7, 8, 9)), null);
  expect(elements.cell(bytes, 1, 0)).toEqual({ text: '7, 8', before: null });
  expect(elements.cell(bytes, 1, 1)).toEqual({ text: '9', before: null });
  expect(elements.cell(bytes, 2, 1)).toBeNull();
});

it('the table of elements copies one number per cell if all of them are loaded', () => {
  const bytes = bytesOf(Uint32Array.of(1, 2, 3, 4, 5, 6));
  const range = { top: 5, bottom: 6, left: 0, right: 1 };
  const copied = [60, 72, 48].map((from) => elements.tsv(bytes, from, range));
  expect(copied).toEqual(['1\t2\t3\n4\t5\t6', null, null]);
});

it('the table of elements converts a typed number into its element’s bytes', () => {
  const value = { index: 4, offset: 8, bytes: Uint8Array.of(2, 1, 0, 0) };
  expect(elements.parse(4, 1, '258')).toEqual({ ok: true, value });
  expect(elements.parse(4, 1, 'x')).toMatchObject({ ok: false });
  expect(elements.parse(4, 0, '1')).toMatchObject({ ok: false });
});

const bytesTable = byteTable(ENTRY);

it('the table of bytes requests the elements that its rows are in', () => {
  expect(bytesTable.rowCount).toBe(8);
  expect(bytesTable.elementsOf(1, 2)).toEqual({ first: 1, count: 3 });
  expect(bytesTable.rowOf(5)).toBe(3);
  expect(bytesTable.rowName(3)).toBe('0030');
});

it('the table of bytes shows every byte of a buffer without a layout', () => {
  const raw = byteTable({ ...ENTRY, layout: null, size: [120] });
  expect(raw.elementsOf(1, 2)).toEqual({ first: 16, count: 32 });
});

it('the table of bytes copies bytes up to the last one', () => {
  const bytes = Uint8Array.from({ length: 120 }, (_, index) => index);
  expect(bytesTable.tsv(bytes, 0, { top: 6, bottom: 7, left: 6, right: 8 })).toBe(
    '66\t67\t68\n76\t77\t',
  );
});

it('the table of bytes edits a byte of an element', () => {
  const value = { index: 2, offset: 2, bytes: Uint8Array.of(0xfe) };
  expect(bytesTable.parse(1, 10, 'fe')).toEqual({ ok: true, value });
  expect(bytesTable.parse(7, 8, '00')).toMatchObject({ ok: false });
  expect(bytesTable.parse(0, 16, 'a')).toMatchObject({ ok: false });
});
