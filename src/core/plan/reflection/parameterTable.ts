import type { Sliced } from '#core/util/slices.ts';
import type { ParameterRow } from './parameterRows.ts';

/**
 * The rows whose name, type or binding contains the query, with their descendants and ancestors.
 */
export function* searchRows(
  rows: readonly ParameterRow[],
  query: string,
): Sliced<readonly ParameterRow[]> {
  const wanted = query.toLowerCase();
  const found: ParameterRow[] = [];
  for (const row of rows) {
    yield;
    if (`${row.name}\n${row.type}\n${row.binding}`.toLowerCase().includes(wanted)) {
      found.push(row);
      continue;
    }
    const children = yield* searchRows(row.children, query);
    if (children.length > 0) found.push({ ...row, children });
  }
  return found;
}

export const PARAMETER_COLUMNS = ['Name', 'Type', 'Binding', 'Offset', 'Size'] as const;

/** The cells of a row. The name is the full path. */
export function cellsOf(row: ParameterRow): string[] {
  const { path, type, binding, size } = row;
  return [path, type, binding, offsetText(row), size === null ? '' : String(size)];
}

/** Such as `16`, or `+16` if it counts from the start of an element. */
export function offsetText({ offset, isInElement }: ParameterRow): string {
  if (offset === null) return '';
  return isInElement ? `+${offset}` : String(offset);
}

export function rowsAsMarkdown(rows: readonly ParameterRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  const head = [line(PARAMETER_COLUMNS), '| --- | --- | --- | ---: | ---: |'];
  return [...head, ...allRows(rows).map((row) => line(cellsOf(row)))].join('\n');
}

/** The same table as tab-separated values, for spreadsheets. */
export function rowsAsTsv(rows: readonly ParameterRow[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => cell.replace(/[\t\n\r]+/g, ' ')).join('\t');
  return [line(PARAMETER_COLUMNS), ...allRows(rows).map((row) => line(cellsOf(row)))].join('\n');
}

function allRows(rows: readonly ParameterRow[]): ParameterRow[] {
  return rows.flatMap((row) => [row, ...allRows(row.children)]);
}

function escaped(cell: string): string {
  return cell.replace(/[\\|<>[\]*_`]/g, '\\$&').replace(/[\n\r]+/g, ' ');
}

export interface VisibleRow {
  /** Unique among all rows, even if parameters of two namespaces share a path. */
  readonly key: string;
  readonly level: number;
  readonly row: ParameterRow;
}

/** The rows in order, with the children of open rows, up to `limit`. */
export function visibleRows(
  rows: readonly ParameterRow[],
  isOpen: (key: string, row: ParameterRow) => boolean,
  limit: number,
): { readonly rows: readonly VisibleRow[]; readonly hidden: number } {
  const visible: VisibleRow[] = [];
  let count = 0;
  const used = new Map<string, number>();
  const add = (row: ParameterRow, level: number) => {
    const before = used.get(row.path) ?? 0;
    used.set(row.path, before + 1);
    const key = before === 0 ? row.path : `${row.path} ${before + 1}`;
    count += 1;
    if (visible.length < limit) visible.push({ key, level, row });
    if (!isOpen(key, row)) return;
    for (const child of row.children) add(child, level + 1);
  };
  for (const row of rows) add(row, 0);
  return { rows: visible, hidden: count - visible.length };
}
