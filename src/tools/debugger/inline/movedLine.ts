import { type ChangeDesc, ChangeSet, MapMode, type Text } from '@codemirror/state';

/** Where a line's text starts after the changes, as a line number; null if the text was deleted. */
export function movedLine(
  line: number,
  before: Text,
  changes: ChangeDesc,
  after: Text,
): number | null {
  if (line < 1 || line > before.lines) return null;
  const { from, to } = before.line(line);
  // An empty line has no text to track, only a position.
  const start = changes.mapPos(from, 1, from < to ? MapMode.Simple : MapMode.TrackDel);
  if (start === null || (from < to && changes.mapPos(to, -1) <= start)) return null;
  return after.lineAt(start).number;
}

/** A single change that turns `before` into `after`, between their common prefix and suffix. */
export function differenceOf(before: Text, after: Text): ChangeDesc {
  if (before.eq(after)) return ChangeSet.empty(before.length).desc;
  const one = before.toString();
  const other = after.toString();
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const change = {
    from: start,
    to: one.length - end,
    insert: other.slice(start, other.length - end),
  };
  return ChangeSet.of(change, one.length).desc;
}
