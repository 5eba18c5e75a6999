/**
 * Rows of equal height in a scrolled element. Browsers cut elements off at some millions of pixels;
 * above that, a pixel of the scroll bar stands for more than a pixel of the rows.
 */
export interface RowSpace {
  readonly count: number;
  /** CSS pixels. */
  readonly rowHeight: number;
  /** CSS pixels in which rows are visible. */
  readonly viewHeight: number;
}

/** Firefox shows at most 17.9 million pixels, others more. */
const MOST_PIXELS = 15_000_000;

/** Height of the scrolled content, in CSS pixels. */
export function contentHeight({ count, rowHeight }: RowSpace): number {
  return Math.min(count * rowHeight, MOST_PIXELS);
}

/** The first visible row at the end of the content, with its hidden part as a fraction. */
export function lastPosition({ count, rowHeight, viewHeight }: RowSpace): number {
  return Math.max(0, count - viewHeight / rowHeight);
}

export function clampPosition(space: RowSpace, position: number): number {
  return Math.min(lastPosition(space), Math.max(0, position));
}

/** Whether a pixel of the scroll bar is more than a pixel of the rows. */
export function isScaled({ count, rowHeight }: RowSpace): boolean {
  return count * rowHeight > MOST_PIXELS;
}

export function positionAt(space: RowSpace, scrollTop: number): number {
  const most = contentHeight(space) - space.viewHeight;
  if (most <= 0) return 0;
  return clampPosition(space, (scrollTop / most) * lastPosition(space));
}

export function scrollTopAt(space: RowSpace, position: number): number {
  const last = lastPosition(space);
  if (last <= 0) return 0;
  return (position / last) * Math.max(0, contentHeight(space) - space.viewHeight);
}

/** Rows that are visible at a position, also in part. */
export function visibleRows(
  { count, rowHeight, viewHeight }: RowSpace,
  position: number,
): { readonly first: number; readonly count: number } {
  const first = Math.floor(position);
  const last = Math.min(count, Math.ceil(position + viewHeight / rowHeight));
  return { first, count: Math.max(0, last - first) };
}

/** The position nearest to the given one at which a whole row is visible. */
export function positionShowing(space: RowSpace, position: number, row: number): number {
  const whole = Math.max(1, Math.floor(space.viewHeight / space.rowHeight));
  const least = row + 1 - space.viewHeight / space.rowHeight;
  if (row < position || whole === 1) return clampPosition(space, row);
  return clampPosition(space, Math.max(position, least));
}
