import { uniqueName } from '#core/util/uniqueName.ts';
import { STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';

/** Distinguishes the tabs of a browser. */
export type TabLocks = ReturnType<typeof createTabLocks>;

const PREFIX = STORAGE_PREFIXES.tabLock;

export function createTabLocks(locks: LockManager | undefined) {
  const take = (id: string) =>
    new Promise<boolean>((resolve, reject) => {
      locks
        ?.request(PREFIX + id, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          // Held until the page ends.
          return lock ? new Promise<void>(() => {}) : undefined;
        })
        .catch(reject);
    });
  return {
    /**
     * Reserves an id for this page until the page ends: `wanted`, or a new id if another tab has
     * it. Null if the browser has no locks, as outside secure contexts.
     */
    async claim(wanted: string): Promise<string | null> {
      if (!locks) return null;
      try {
        if (await take(wanted)) return wanted;
        const other = uniqueName();
        return (await take(other)) ? other : null;
      } catch {
        return null;
      }
    },
    /** The ids of all open tabs, including this one. */
    async open(): Promise<ReadonlySet<string>> {
      const held = (await locks?.query())?.held ?? [];
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(PREFIX.length)));
    },
  };
}
