/** Starts things one after the other, and only those that are in sight. */
interface StartQueue<Item> {
  add(item: Item): void;
  see(item: Item, isSeen: boolean): void;
  /** It has started, or cannot start: the next may. */
  settle(item: Item): void;
  /** Forgets everything about it. */
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
      // One that is out of sight goes on later by itself: nobody waits for it.
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
