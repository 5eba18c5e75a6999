/**
 * The list index that an arrow key, Home or End leads to; null for other keys.
 *
 * @param ends whether arrow keys stop at the first and last item, or wrap around
 * @param direction the layout of the list: top to bottom, or left to right
 */
export function nextIndex(
  key: string,
  at: number,
  count: number,
  ends: 'stop' | 'wrap',
  direction: 'down' | 'right' = 'down',
): number | null {
  const last = count - 1;
  switch (key) {
    case direction === 'down' ? 'ArrowDown' : 'ArrowRight':
      return ends === 'wrap' ? (at + 1) % count : Math.min(last, at + 1);
    case direction === 'down' ? 'ArrowUp' : 'ArrowLeft':
      return ends === 'wrap' ? (at + last) % count : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
