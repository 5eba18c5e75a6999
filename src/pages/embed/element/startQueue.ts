/** Starts items one at a time, and only those that are visible. */
interface StartQueue<Item> {
  add(item: Item): void;
  see(item: Item, isSeen: boolean): void;
  /** The item has started, or cannot start, so the next one may start. */
  settle(item: Item): void;
  remove(item: Item): void;
}

export function createStartQueue<Item>(start: (item: Item) => void): StartQueue<Item> {
  const waiting = new Set<Item>();
  const seen = new Set<Item>();
  let current: Item | null = null;
  const startNext = () => {
    if (current !== null) return;
    for (const item of waiting) {
      if (!seen.has(item)) continue;
      waiting.delete(item);
      current = item;
      start(item);
      return;
    }
  };
  const settle = (item: Item) => {
    if (current === item) current = null;
    startNext();
  };
  return {
    settle,
    add(item) {
      waiting.add(item);
      settle(item);
    },
    see(item, isSeen) {
      if (isSeen) seen.add(item);
      else seen.delete(item);
      // An item that leaves view keeps loading on its own, but others no longer wait for it.
      if (isSeen) startNext();
      else settle(item);
    },
    remove(item) {
      waiting.delete(item);
      seen.delete(item);
      settle(item);
    },
  };
}
