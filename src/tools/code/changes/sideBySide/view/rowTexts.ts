import { PRELUDE, type SideRows, SPACER } from '#core/output/codeAlignment/alignment.ts';

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
  const isSpacer = (row: number) => (lines[row] ?? SPACER) === SPACER;
  let first = from.row;
  while (first <= to.row && isSpacer(first)) first += 1;
  let last = to.row;
  while (last >= first && isSpacer(last)) last -= 1;
  const end = lines[last] ?? SPACER;
  if (last < first || end === PRELUDE) return '';
  // The folded lines are the first ones.
  const start = Math.max(1, lines[first] ?? 1);
  const texts = code.split('\n').slice(start - 1, end);
  const lastText = texts.length - 1;
  if (last === to.row) texts[lastText] = (texts[lastText] ?? '').slice(0, to.column);
  if (first === from.row) texts[0] = (texts[0] ?? '').slice(from.column);
  return texts.join('\n');
}
