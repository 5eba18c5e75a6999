import { uniqueName } from '#core/util/uniqueName.ts';
import { tabSettings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS, STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import type { PageService } from '#workspace/services.ts';

const LOCK = STORAGE_PREFIXES.pageLock;

/** sessionStorage key for the id of this tab's previous page. */
const BEFORE = STORAGE_KEYS.page;

/** How long this tab's previous page may take to end, in milliseconds. */
const UNLOAD_TIME = 1000;

/**
 * Tracks which pages are still open. Each page holds a Web Lock with its id, which the browser
 * releases however the page ends. Without locks (outside secure contexts), only this tab's previous
 * page is known to have ended.
 */
export function createPageLife(
  locks: LockManager | undefined,
): Pick<PageService, 'id' | 'hasEnded'> {
  const id = uniqueName();
  const before = tabSettings.getItem(BEFORE);
  tabSettings.setItem(BEFORE, id);
  // Held until the page ends; without the lock, other pages would think that this one has ended.
  locks?.request(LOCK + id, () => new Promise<void>(() => {})).catch(() => {});
  return {
    id,
    async hasEnded(other) {
      if (!locks) return other === before;
      const isFree = (lock: Lock | null) => lock !== null;
      try {
        // In a duplicated tab, this is the id of a page that is still open.
        return other === before
          ? await locks.request(LOCK + other, { signal: AbortSignal.timeout(UNLOAD_TIME) }, isFree)
          : await locks.request(LOCK + other, { ifAvailable: true }, isFree);
      } catch {
        return false;
      }
    },
  };
}
