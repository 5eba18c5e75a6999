import { type SideRows, SPACER } from '#program/codeAlignment/alignment.ts';

/** What one side shows: the rows of an output. */
export interface RowTexts {
  readonly rows: SideRows;
  /** The lines of the code. */
  readonly lines: readonly string[];
  /** Rows of the same key on this side, by their key. */
  readonly rowsOfKey: ReadonlyMap<number, readonly number[]>;
}

export function readRows(code: string, rows: SideRows): RowTexts {
  const rowsOfKey = new Map<number, number[]>();
  for (const [row, key] of rows.keys.entries()) {
    if (key === 0) continue;
    const same = rowsOfKey.get(key);
    if (same) same.push(row);
    else rowsOfKey.set(key, [row]);
  }
  return { rows, lines: code.split('\n'), rowsOfKey };
}

/** One line of text for each row. */
export function textOfRows({ rows, lines }: RowTexts): string {
  return rows.lines.map((line) => lines[line - 1] ?? '').join('\n');
}

/** The number beside a row; empty where there is no line of code. */
export function numberOfRow({ rows, lines }: RowTexts, row: number): string {
  // Beyond the last row, the editor asks for the widest number.
  const line = row < rows.lines.length ? (rows.lines[row] ?? SPACER) : lines.length;
  return line > SPACER ? String(line) : '';
}

/** A place in rows: zero-based row and column. */
export interface RowPlace {
  readonly row: number;
  readonly column: number;
}

/** The compiler's exact text between two places, with the lines that are not shown. */
export function codeBetween({ rows, lines }: RowTexts, from: RowPlace, to: RowPlace): string {
  const isCode = (row: number) => (rows.lines[row] ?? SPACER) > SPACER;
  let first = from.row;
  while (first <= to.row && !isCode(first)) first += 1;
  let last = to.row;
  while (last >= first && !isCode(last)) last -= 1;
  if (last < first) return '';
  const text = lines.slice((rows.lines[first] ?? 1) - 1, rows.lines[last]);
  const end = text.length - 1;
  if (last === to.row) text[end] = (text[end] ?? '').slice(0, to.column);
  if (first === from.row) text[0] = (text[0] ?? '').slice(from.column);
  return text.join('\n');
}
