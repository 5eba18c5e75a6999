import { describe, expect, it } from 'vitest';
import type { Column } from '#core/data/columns.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { bytesFrom } from './pageCells.ts';
import { byteTable, elementTable } from './tableModel.ts';

const UINT: Column = {
  name: 'count',
  typeName: 'uint',
  offset: 8,
  scalar: 'uint32',
  components: [0],
  shape: [1, 1],
  cases: null,
};
const LAYOUT = {
  stride: 12,
  columns: [
    { ...UINT, name: 'sizes[0]', offset: 0 },
    { ...UINT, name: 'sizes[1]', offset: 4 },
    UINT,
  ],
  omitted: [],
};
const ENTRY = {
  name: 'records',
  size: [10],
  bytes: 120,
  layout: LAYOUT,
} as unknown as ResourceEntry;

describe('the table of elements', () => {
  const table = elementTable(ENTRY, LAYOUT, new Set(), 'decimal');

  it('has one row per element and one column per value', () => {
    expect(table.rowCount).toBe(10);
    expect(table.columns.map(({ title }) => title)).toEqual(['sizes', 'count']);
    const bytes = bytesFrom(12, new Uint8Array(Uint32Array.of(7, 8, 9).buffer), null);
    expect([table.cell(bytes, 1, 0), table.cell(bytes, 1, 1), table.cell(bytes, 2, 1)]).toEqual([
      { text: '7, 8', before: null },
      { text: '9', before: null },
      null,
    ]);
  });

  it('copies one number per cell if all of them are loaded', () => {
    const bytes = new Uint8Array(Uint32Array.of(1, 2, 3, 4, 5, 6).buffer);
    const range = { top: 5, bottom: 6, left: 0, right: 1 };
    expect(table.tsv(bytes, 60, range)).toBe('1\t2\t3\n4\t5\t6');
    expect(table.tsv(bytes, 72, range)).toBeNull();
    expect(table.tsv(bytes, 48, range)).toBeNull();
  });

  it('converts a typed number into its element’s bytes', () => {
    expect(table.parse(4, 1, '258')).toEqual({
      ok: true,
      value: { index: 4, offset: 8, bytes: Uint8Array.of(2, 1, 0, 0) },
    });
    expect(table.parse(4, 1, 'x')).toMatchObject({ ok: false });
    expect(table.parse(4, 0, '1')).toMatchObject({ ok: false });
  });
});

describe('the table of bytes', () => {
  const table = byteTable(ENTRY);

  it('requests the elements that its rows are in', () => {
    expect(table.rowCount).toBe(8);
    expect(table.elementsOf(1, 2)).toEqual({ first: 1, count: 3 });
    expect(table.rowOf(5)).toBe(3);
    expect(table.rowName(3)).toBe('0030');
  });

  it('shows every byte of a buffer without a layout', () => {
    const raw = byteTable({ ...ENTRY, layout: null, size: [120] });
    expect(raw.elementsOf(1, 2)).toEqual({ first: 16, count: 32 });
  });

  it('copies bytes up to the last one', () => {
    const bytes = Uint8Array.from({ length: 120 }, (_, index) => index);
    expect(table.tsv(bytes, 0, { top: 6, bottom: 7, left: 6, right: 8 })).toBe(
      '66\t67\t68\n76\t77\t',
    );
  });

  it('edits a byte of an element', () => {
    expect(table.parse(1, 10, 'fe')).toEqual({
      ok: true,
      value: { index: 2, offset: 2, bytes: Uint8Array.of(0xfe) },
    });
    expect(table.parse(7, 8, '00')).toMatchObject({ ok: false });
    expect(table.parse(0, 16, 'a')).toMatchObject({ ok: false });
  });
});
