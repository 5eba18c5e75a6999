/** A vector of the binary. The receiver owns its memory. */
export interface NativeList<Item> {
  size(): number;
  get(index: number): Item | undefined;
  delete(): void;
}

/** Converts all items and frees the vector; nothing becomes an empty array. */
export function takeList<Item, Converted>(
  list: NativeList<Item> | undefined | null,
  convert: (item: Item) => Converted,
): Converted[] {
  if (!list) return [];
  try {
    const count = list.size();
    const converted: Converted[] = [];
    for (let index = 0; index < count; index += 1) {
      const item = list.get(index);
      if (item !== undefined) converted.push(convert(item));
    }
    return converted;
  } finally {
    list.delete();
  }
}
