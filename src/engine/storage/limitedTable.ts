import type { IDBPDatabase } from 'idb';
import { databaseOnDemand } from './database.ts';

/** When a value was last used, and its size: stored separately, to decide cheaply what to remove. */
interface Use {
  readonly key: string;
  readonly usedAt: number;
  readonly size: number;
}

interface LimitedTableOptions<Value> {
  /** Names in visitors' databases. They never change. */
  readonly names: {
    readonly database: string;
    readonly values: string;
    /** The property of a value that is its key; null if values have none. */
    readonly valueKey: string | null;
    /** Properties of a stored {@link Use}. */
    readonly useKey: string;
    readonly useSize: string;
  };
  /** The maximum size of all values together. */
  readonly limit: number;
  readonly sizeOf: (value: Value) => number;
  readonly now: () => number;
  /** Whether a value may be removed to make room; by default, each may. */
  readonly isRemovable?: (key: string, usedAt: number) => boolean;
}

/**
 * Values in the browser's database by their keys. Before it grows over its limit, it removes those that
 * have been unused for the longest. Values dated in the future by a wrong clock go first, because they
 * would otherwise stay forever. Rejects if the browser refuses.
 */
export function createLimitedTable<Value>(options: LimitedTableOptions<Value>) {
  const { limit, sizeOf, now, isRemovable = () => true } = options;
  const { database: name, values, valueKey, useKey, useSize } = options.names;
  const database = databaseOnDemand(name, 1, (db) => {
    db.createObjectStore(values, { keyPath: valueKey });
    db.createObjectStore('uses', { keyPath: useKey });
  });
  const recordOf = ({ key, usedAt, size }: Use) => ({ [useKey]: key, usedAt, [useSize]: size });
  const remove = async (db: IDBPDatabase, keys: readonly string[]) => {
    const transaction = db.transaction([values, 'uses'], 'readwrite');
    await Promise.all([
      ...keys.map((key) => transaction.objectStore(values).delete(key)),
      ...keys.map((key) => transaction.objectStore('uses').delete(key)),
      transaction.done,
    ]);
  };
  const makeRoom = async (db: IDBPDatabase, added: Use) => {
    const lastUse = ({ usedAt }: Use) => (usedAt > added.usedAt ? 0 : usedAt);
    const others = (await db.getAll('uses'))
      .map((use): Use => ({ key: use[useKey], usedAt: use.usedAt, size: use[useSize] }))
      .filter(({ key }) => key !== added.key)
      .sort((one, other) => lastUse(one) - lastUse(other));
    let total = others.reduce((sum, use) => sum + use.size, added.size);
    const leaving: string[] = [];
    for (const use of others) {
      if (total <= limit) break;
      if (!isRemovable(use.key, use.usedAt)) continue;
      leaving.push(use.key);
      total -= use.size;
    }
    if (leaving.length > 0) await remove(db, leaving);
  };
  return {
    async get(key: string): Promise<Value | undefined> {
      return (await database()).get(values, key);
    },
    async put(key: string, value: Value): Promise<void> {
      const db = await database();
      const use = { key, usedAt: now(), size: sizeOf(value) };
      await makeRoom(db, use);
      const transaction = db.transaction([values, 'uses'], 'readwrite');
      await Promise.all([
        transaction.objectStore(values).put(value, valueKey === null ? key : undefined),
        transaction.objectStore('uses').put(recordOf(use)),
        transaction.done,
      ]);
    },
    /** Notes that a stored value is used now. */
    async noteUse(key: string, value: Value): Promise<void> {
      const db = await database();
      await db.put('uses', recordOf({ key, usedAt: now(), size: sizeOf(value) }));
    },
    async remove(key: string): Promise<void> {
      await remove(await database(), [key]);
    },
  };
}
