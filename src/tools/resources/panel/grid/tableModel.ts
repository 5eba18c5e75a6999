import { parseCell } from '#core/data/cells.ts';
import type { Column, ElementLayout, NumberFormat, ScalarType } from '#core/data/columns.ts';
import { toTsv } from '#core/data/tables.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import type { CellContent } from './DataGrid.tsx';
import { type GridColumn, gridColumns } from './gridColumns.ts';
import {
  type Bytes,
  byteCell,
  bytesFrom,
  elementCell,
  HEX_ROW,
  parseByte,
  rowText,
} from './pageCells.ts';
import type { CellRange } from './selection.ts';

/** A grid's view of a buffer, as elements or as bytes. */
export interface TableModel {
  readonly rowCount: number;
  readonly columns: readonly ModelColumn[];
  readonly nameTitle: string;
  readonly longestName: string;
  rowName(row: number): string;
  cell(bytes: Bytes, row: number, column: number): CellContent | null;
  elementsOf(
    firstRow: number,
    rowCount: number,
  ): { readonly first: number; readonly count: number };
  rowOf(element: number): number;
  /**
   * Tab-separated cells for the clipboard; null if the bytes, which begin at `start`, do not cover
   * the range.
   */
  tsv(bytes: Uint8Array, start: number, range: CellRange): string | null;
  /** The value that a column shows of each element. */
  valueAt(column: number): Result<Column>;
  /** The bytes for a text typed into a cell, and where to write them. */
  parse(row: number, column: number, text: string): Result<Edit>;
}

export interface ModelColumn {
  readonly title: string;
  readonly typeName: string;
  readonly toggles: GridColumn['toggles'];
  /** Typical text length in characters. */
  readonly length: number;
}

export interface Edit {
  readonly index: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** One row per element, and one column per value. */
export function elementTable(
  entry: ResourceEntry,
  layout: ElementLayout,
  expanded: ReadonlySet<string>,
  format: NumberFormat,
): TableModel {
  const { stride } = layout;
  const columns = gridColumns(layout, expanded);
  const rowCount = entry.size[0] ?? 0;
  return {
    rowCount,
    columns: columns.map((column) => ({ ...column, length: lengthOf(column, format) })),
    nameTitle: 'Index',
    longestName: String(rowCount),
    rowName: String,
    cell(bytes, row, index) {
      const column = columns[index];
      return column ? elementCell(bytes, { index: row, stride }, column, format) : null;
    },
    elementsOf: (first, count) => ({ first, count }),
    rowOf: (element) => element,
    tsv(bytes, start, { top, bottom, left, right }) {
      const from = top * stride - start;
      const end = (bottom + 1) * stride - start;
      if (from < 0 || end > bytes.byteLength) return null;
      const leaves = columns.slice(left, right + 1).flatMap((column) => column.leaves);
      return toTsv({ bytes: bytes.subarray(from, end), layout, first: top }, leaves, format);
    },
    valueAt: (at) => onlyLeaf(columns[at]),
    parse(index, at, text) {
      const leaf = onlyLeaf(columns[at]);
      if (!leaf.ok) return leaf;
      const parsed = parseCell(leaf.value, text, format);
      return parsed.ok ? ok({ index, offset: leaf.value.offset, bytes: parsed.value }) : parsed;
    },
  };
}

function onlyLeaf(column: GridColumn | undefined): Result<Column> {
  const [leaf, ...others] = column?.leaves ?? [];
  if (!leaf || others.length > 0) return fail('Expand the array, then choose one of its elements.');
  return ok(leaf);
}

/** One row per 16 bytes. */
export function byteTable({ bytes: byteLength, layout }: ResourceEntry): TableModel {
  const stride = layout?.stride ?? 1;
  const rowCount = Math.ceil(byteLength / HEX_ROW);
  const digits = Math.max(4, byteLength.toString(16).length);
  const hexColumns = Array.from({ length: HEX_ROW }, (_, index) => ({
    title: index.toString(16).padStart(2, '0'),
    typeName: '',
    toggles: [],
    length: 2,
  }));
  return {
    rowCount,
    columns: [...hexColumns, { title: 'Text', typeName: '', toggles: [], length: HEX_ROW }],
    nameTitle: 'Byte',
    longestName: '0'.repeat(digits),
    rowName: (row) => (row * HEX_ROW).toString(16).padStart(digits, '0'),
    cell(bytes, row, column) {
      if (column < HEX_ROW) return byteCell(bytes, row * HEX_ROW + column);
      const text = rowText(bytes, row * HEX_ROW);
      return text === null ? null : { text, before: null };
    },
    elementsOf(firstRow, count) {
      const first = Math.floor((firstRow * HEX_ROW) / stride);
      const end = Math.ceil(((firstRow + count) * HEX_ROW) / stride);
      return { first, count: end - first };
    },
    rowOf: (element) => Math.floor((element * stride) / HEX_ROW),
    tsv(bytes, start, range) {
      const end = Math.min((range.bottom + 1) * HEX_ROW, byteLength);
      if (range.top * HEX_ROW < start || end > start + bytes.byteLength) return null;
      return hexTsv(bytesFrom(start, bytes, null), range);
    },
    valueAt: () => fail('Bytes have no type. Show values, then choose one.'),
    parse(row, column, text) {
      const at = row * HEX_ROW + column;
      const bytes = parseByte(text);
      if (column >= HEX_ROW || at >= byteLength) return fail('Edit a byte instead.');
      if (!bytes) return fail(`“${text}” is not a byte. Type two hexadecimal digits.`);
      return ok({ index: Math.floor(at / stride), offset: at % stride, bytes });
    },
  };
}

function hexTsv(bytes: Bytes, { top, bottom, left, right }: CellRange): string {
  const lines: string[] = [];
  for (let row = top; row <= bottom; row += 1) {
    const cells: string[] = [];
    for (let column = left; column <= right; column += 1) {
      const at = row * HEX_ROW + column;
      cells.push(
        (column < HEX_ROW ? byteCell(bytes, at)?.text : rowText(bytes, row * HEX_ROW)) ?? '',
      );
    }
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

const DECIMAL_LENGTH: Readonly<Record<ScalarType, number>> = {
  float16: 10,
  float32: 15,
  float64: 20,
  int8: 4,
  int16: 6,
  int32: 11,
  int64: 20,
  uint8: 3,
  uint16: 5,
  uint32: 10,
  uint64: 20,
  bool: 5,
};

/** In characters. Longer texts are cut off, but complete in the tooltip. */
const MOST_CHARACTERS = 44;

/** Typical length of a number; few numbers have all their digits. */
const USUAL_LENGTH = 11;

function lengthOf({ leaves, title, toggles, typeName }: GridColumn, format: NumberFormat): number {
  const numbers = leaves.reduce((sum, { components }) => sum + components.length, 0);
  const scalar = leaves[0]?.scalar ?? 'float32';
  const cases = leaves[0]?.cases;
  const names = cases ? Object.values(cases).map((name) => name.length) : [];
  const decimal = Math.max(DECIMAL_LENGTH[scalar], ...names);
  const each = format === 'decimal' ? decimal : Math.max(decimal, DECIMAL_LENGTH.float32);
  const usual = numbers > 1 ? Math.min(each, USUAL_LENGTH) : each;
  const head = Math.max(title.length + toggles.length * 3, typeName.length);
  return Math.max(head, Math.min(MOST_CHARACTERS, numbers * (usual + 2) - 2));
}
