type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A browser's storage that is empty at first. As there, its own properties are what it holds. */
export function createMemoryStorage(): Items {
  const items: Record<string, string> & Items = Object.create({
    getItem: (key: string) => (Object.hasOwn(items, key) ? items[key] : null),
    setItem(key: string, value: string) {
      items[key] = value;
    },
    removeItem(key: string) {
      delete items[key];
    },
  });
  return items;
}
