import type { ParameterRow } from './parameterRows.ts';

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
