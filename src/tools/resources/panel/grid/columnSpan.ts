/** Columns of a table that are in view, with the width of those before them. */
export interface ColumnSpan {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** CSS pixels. */
  readonly before: number;
}

/** @param widths of all columns, in CSS pixels, as all sizes here */
export function visibleColumns(
  widths: readonly number[],
  left: number,
  viewWidth: number,
): ColumnSpan {
  let first = 0;
  let before = 0;
  for (; first < widths.length - 1; first += 1) {
    const width = widths[first] ?? 0;
    if (before + width > left) break;
    before += width;
  }
  let end = first;
  for (let right = before; end < widths.length && right < left + viewWidth; end += 1) {
    right += widths[end] ?? 0;
  }
  return { first, end, before };
}

/** Where to scroll so that a column is in view, with as little movement as possible. */
export function leftShowing(
  widths: readonly number[],
  column: number,
  left: number,
  viewWidth: number,
): number {
  const start = widths.slice(0, column).reduce((sum, width) => sum + width, 0);
  const end = start + (widths[column] ?? 0);
  if (start < left) return start;
  return end > left + viewWidth ? Math.min(start, end - viewWidth) : left;
}
