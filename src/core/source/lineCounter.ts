import { upperBound } from '#core/util/partitionPoint.ts';

/** Finds the one-based line of an offset of `text`, in UTF-16 units. Lines end as in an editor. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => upperBound(starts, offset);
}
