/**
 * The index that an arrow key, Home or End leads to in a list; null for other keys.
 *
 * @param ends what an arrow key does at the first and the last item
 * @param direction of the list: from top to bottom, or from left to right
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
