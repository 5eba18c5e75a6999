type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** An initially empty browser storage. As in browsers, its own properties are its items. */
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
