import type { Result } from '#core/util/result.ts';
import { attempt } from '#engine/storage/attempt.ts';
import { createLimitedTable } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';

/** Maximum bytes of all contents in this browser, of all projects together. */
const MAX_BYTES = 512 * 2 ** 20;

/** How long content is kept after its last use, in milliseconds: a week. */
const KEPT_TIME = 7 * 24 * 3600 * 1000;

/** The contents of images and data by SHA-256. Promises never reject. */
export interface AssetStore {
  /**
   * Stores content for later visits. If the browser refuses, the content lasts only as long as the
   * page, and the failure gives the reason.
   */
  put(hash: string, content: ArrayBuffer): Promise<Result<void>>;
  /** Null if this browser does not have it. */
  get(hash: string): Promise<ArrayBuffer | null>;
}

interface AssetStoreOptions {
  readonly maxBytes?: number;
  /** Tests replace it. */
  readonly now?: () => number;
}

/**
 * A store in the browser's database. If it exceeds the limit, it removes the contents unused for
 * longest, but none that this page has used or that were used in the past week.
 */
export function createAssetStore(options: AssetStoreOptions = {}): AssetStore {
  const { maxBytes = MAX_BYTES, now = Date.now } = options;
  const ofSession = new Map<string, ArrayBuffer>();
  const usedHere = new Set<string>();
  const table = createLimitedTable<ArrayBuffer>({
    names: {
      database: DATABASES.assets,
      values: 'contents',
      valueKey: null,
      useKey: 'hash',
      useSize: 'size',
    },
    limit: maxBytes,
    sizeOf: (content) => content.byteLength,
    now,
    isRemovable: (hash, usedAt) => !usedHere.has(hash) && now() - usedAt >= KEPT_TIME,
  });
  return {
    async put(hash, content) {
      usedHere.add(hash);
      const kept = await attempt(() => table.put(hash, content));
      if (kept.ok) ofSession.delete(hash);
      else ofSession.set(hash, content);
      return kept;
    },
    async get(hash) {
      usedHere.add(hash);
      const here = ofSession.get(hash);
      if (here) return here;
      const stored = await attempt(() => table.get(hash));
      if (!stored.ok || !stored.value) return null;
      const content = stored.value;
      // If the storage is full, the time is not recorded, but the content is still available.
      await attempt(() => table.noteUse(hash, content));
      return content;
    },
  };
}
