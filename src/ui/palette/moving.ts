import { nextIndex } from '#ui/nextIndex.ts';

/** Rows that a page key moves by. */
const PAGE = 8;

/**
 * The row after a key; null if the key does not move. Up and Down go around the ends. Home and End are
 * the field's: they move its caret.
 */
export function movedTo(key: string, row: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'PageDown':
      return Math.min(row + PAGE, count - 1);
    case 'PageUp':
      return Math.max(row - PAGE, 0);
    case 'Home':
    case 'End':
      return null;
    default:
      return nextIndex(key, row, count, 'wrap');
  }
}
