import { partitionPoint } from './partitionPoint.ts';

/** The longest subsequence with strictly rising places. Takes n log n steps (patience sorting). */
export function longestRising<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
): Item[] {
  const places = items.map(placeOf);
  /** For each length, the index of the item that ends such a subsequence at the smallest place. */
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  const placeAt = (index: number | undefined) => places[index ?? -1] ?? Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    const length = partitionPoint(0, ends.length, (at) => placeAt(ends[at]) < place);
    before[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const indices: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) indices.push(index);
  return indices.reverse().flatMap((index) => items.slice(index, index + 1));
}
