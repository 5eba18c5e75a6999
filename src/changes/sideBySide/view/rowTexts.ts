import { type SideRows, SPACER } from '#program/codeAlignment/alignment.ts';

/** Zero-based rows of each key, but 0. */
export function rowsByKey({ keys }: SideRows): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (const [row, key] of keys.entries()) {
    if (key === 0) continue;
    const same = rows.get(key);
    if (same) same.push(row);
    else rows.set(key, [row]);
  }
  return rows;
}

/** The number beside a row; empty where there is no line of code. */
export function numberOfRow({ lines }: SideRows, row: number): string {
  // Beyond the last row, the editor asks for the widest number.
  const line = row < lines.length ? lines[row] : lines.findLast((each) => each > SPACER);
  return line !== undefined && line > SPACER ? String(line) : '';
}

/** A place in rows: zero-based row and column. */
export interface RowPlace {
  readonly row: number;
  readonly column: number;
}

/** The compiler's exact text between two places, with the lines that are not shown. */
export function codeBetween(
  { lines }: SideRows,
  code: string,
  from: RowPlace,
  to: RowPlace,
): string {
  const isCode = (row: number) => (lines[row] ?? SPACER) > SPACER;
  let first = from.row;
  while (first <= to.row && !isCode(first)) first += 1;
  let last = to.row;
  while (last >= first && !isCode(last)) last -= 1;
  if (last < first) return '';
  const texts = code.split('\n').slice((lines[first] ?? 1) - 1, lines[last]);
  const end = texts.length - 1;
  if (last === to.row) texts[end] = (texts[end] ?? '').slice(0, to.column);
  if (first === from.row) texts[0] = (texts[0] ?? '').slice(from.column);
  return texts.join('\n');
}
