import { tabSettings } from '#shared/storage.ts';
import { STORAGE_KEYS, STORAGE_PREFIXES } from '#shared/storageKeys.ts';
import { uniqueName } from '#shared/uniqueName.ts';
import type { PageService } from '#workspace/services.ts';

const LOCK = STORAGE_PREFIXES.pageLock;

/** The id of the page that stood in this tab before. */
const BEFORE = STORAGE_KEYS.page;

/** So long, in milliseconds, the page that stood in this tab before may take to end. */
const PATIENCE = 1000;

/**
 * Tells pages that live from those that are gone: a living one holds a lock with its id, which the
 * browser takes back however the page ends. Where there are no locks, outside of secure contexts,
 * only the page that stood in this tab before is known to be gone.
 */
export function createPageLife(
  locks: LockManager | undefined,
): Pick<PageService, 'id' | 'hasEnded'> {
  const id = uniqueName();
  const before = tabSettings.getItem(BEFORE);
  tabSettings.setItem(BEFORE, id);
  // Held until the page ends. Without it, others take this page for one that is gone.
  locks?.request(LOCK + id, () => new Promise<void>(() => {})).catch(() => {});
  return {
    id,
    async hasEnded(other) {
      if (!locks) return other === before;
      const isFree = (lock: Lock | null) => lock !== null;
      try {
        // A tab that was copied has the id of a page that lives on.
        return other === before
          ? await locks.request(LOCK + other, { signal: AbortSignal.timeout(PATIENCE) }, isFree)
          : await locks.request(LOCK + other, { ifAvailable: true }, isFree);
      } catch {
        return false;
      }
    },
  };
}
