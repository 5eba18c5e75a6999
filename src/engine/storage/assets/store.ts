import type { DBSchema, IDBPDatabase } from 'idb';
import type { Result } from '#core/util/result.ts';
import { attempt } from '#engine/storage/attempt.ts';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';

/** Bytes of all contents together, of all projects of this browser. */
const MAX_BYTES = 512 * 2 ** 20;

/** How long a content stays after its last use, in milliseconds: a week. */
const KEPT_TIME = 7 * 24 * 3600 * 1000;

/** When a content was last used, and its size: stored apart, so that deciding what to remove is cheap. */
interface UseRecord {
  readonly hash: string;
  readonly usedAt: number;
  readonly size: number;
}

interface Schema extends DBSchema {
  contents: { key: string; value: ArrayBuffer };
  uses: { key: string; value: UseRecord };
}

/** The contents of images and data by their SHA-256. Nothing rejects. */
export interface AssetStore {
  /**
   * Keeps a content for later visits. If the browser refuses, the content stays as long as the page,
   * and the failure says why.
   */
  put(hash: string, content: ArrayBuffer): Promise<Result<void>>;
  /** Null if this browser does not have it. */
  get(hash: string): Promise<ArrayBuffer | null>;
}

export interface AssetStoreOptions {
  readonly maxBytes?: number;
  /** Tests replace it. */
  readonly now?: () => number;
}

/**
 * Contents in the browser's database. Over the limit, it removes those that have been unused for the
 * longest, but none that this page or the past week used.
 */
export function createAssetStore(options: AssetStoreOptions = {}): AssetStore {
  const { maxBytes = MAX_BYTES, now = Date.now } = options;
  const database = databaseOnDemand<Schema>(DATABASES.assets, 1, (db) => {
    db.createObjectStore('contents');
    db.createObjectStore('uses', { keyPath: 'hash' });
  });
  /** Contents that the database refused. */
  const ofSession = new Map<string, ArrayBuffer>();
  const usedHere = new Set<string>();
  const read = async (hash: string) => {
    const db = await database();
    const content = await db.get('contents', hash);
    if (!content) return null;
    // If the storage is full, the time is not recorded, but the content is there.
    await attempt(() => db.put('uses', { hash, usedAt: now(), size: content.byteLength }));
    return content;
  };
  const write = async (hash: string, content: ArrayBuffer) => {
    const db = await database();
    const size = content.byteLength;
    const transaction = db.transaction(['contents', 'uses'], 'readwrite');
    await Promise.all([
      transaction.objectStore('contents').put(content, hash),
      transaction.objectStore('uses').put({ hash, usedAt: now(), size }),
      transaction.done,
    ]);
    await attempt(() => removeUnused(db, { maxBytes, usedHere, now: now() }));
  };
  return {
    async put(hash, content) {
      usedHere.add(hash);
      const kept = await attempt(() => write(hash, content));
      if (kept.ok) ofSession.delete(hash);
      else ofSession.set(hash, content);
      return kept;
    },
    async get(hash) {
      usedHere.add(hash);
      const here = ofSession.get(hash);
      if (here) return here;
      const stored = await attempt(() => read(hash));
      return stored.ok ? stored.value : null;
    },
  };
}

interface RemovalRules {
  readonly maxBytes: number;
  readonly usedHere: ReadonlySet<string>;
  readonly now: number;
}

async function removeUnused(db: IDBPDatabase<Schema>, { maxBytes, usedHere, now }: RemovalRules) {
  const transaction = db.transaction(['contents', 'uses'], 'readwrite');
  const uses = await transaction.objectStore('uses').getAll();
  let bytes = uses.reduce((sum, { size }) => sum + size, 0);
  const leaving: string[] = [];
  for (const { hash, usedAt, size } of uses.sort((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= maxBytes) break;
    if (usedHere.has(hash) || now - usedAt < KEPT_TIME) continue;
    leaving.push(hash);
    bytes -= size;
  }
  await Promise.all([
    ...leaving.map((hash) => transaction.objectStore('contents').delete(hash)),
    ...leaving.map((hash) => transaction.objectStore('uses').delete(hash)),
    transaction.done,
  ]);
}
