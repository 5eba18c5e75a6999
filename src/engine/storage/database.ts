import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  openDB,
} from 'idb';

/**
 * Returns a function that opens an IndexedDB database on first use, and again after the browser has
 * closed it. The promise rejects if the browser refuses.
 */
export function databaseOnDemand<Schema extends DBSchema | unknown>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opening = undefined;
  };
  return () => {
    if (!opening) {
      opening = openDB<Schema>(name, version, {
        upgrade,
        // A page with a newer version of the site waits for this connection to close.
        blocking(_current, _blocked, event) {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      });
      opening.catch(forget);
    }
    return opening;
  };
}

/**
 * The size and last use of each value, stored separately so that cleanup need not read the values.
 */
const USES: string = 'uses';

type Store = ReturnType<IDBPTransaction<unknown, string[], 'readwrite'>['objectStore']>;

interface LimitedTableOptions<Value> {
  /** Names in visitors' databases, which must never change. */
  readonly names: {
    readonly database: string;
    readonly values: string;
    /** The property of a value that is its key; null if values have none. */
    readonly valueKey: string | null;
    /** The properties of a use record with the key and the size of its value. */
    readonly useKey: 'key' | 'hash';
    readonly useSize: 'characters' | 'size';
  };
  /** Of all values together. */
  readonly limit: number;
  readonly sizeOf: (value: Value) => number;
  readonly now: () => number;
  /** Whether a value may be removed to make room. By default, any may. */
  readonly isRemovable?: (key: string, usedAt: number) => boolean;
}

/**
 * A key-value table in the browser's database. Before it exceeds its limit, it removes the values
 * unused for longest. Values that a wrong clock dated in the future go first, because they would
 * otherwise stay forever. Rejects if the browser refuses.
 */
export function createLimitedTable<Value>(options: LimitedTableOptions<Value>) {
  const { limit, sizeOf, now, isRemovable = () => true } = options;
  const { database: name, values, valueKey, useKey, useSize } = options.names;
  const database = databaseOnDemand(name, 1, (db) => {
    db.createObjectStore(values, { keyPath: valueKey });
    db.createObjectStore(USES, { keyPath: useKey });
  });
  const recordOf = (key: string, value: Value) => ({
    [useKey]: key,
    usedAt: now(),
    [useSize]: sizeOf(value),
  });
  const change = async (work: (stored: Store, uses: Store) => Promise<unknown>[]) => {
    const transaction = (await database()).transaction([values, USES], 'readwrite');
    const changes = work(transaction.objectStore(values), transaction.objectStore(USES));
    await Promise.all([...changes, transaction.done]);
  };
  const remove = (keys: readonly string[]) =>
    change((stored, uses) => keys.flatMap((key) => [stored.delete(key), uses.delete(key)]));
  const makeRoom = async (key: string, size: number, time: number) => {
    const lastUse = ({ usedAt }: { usedAt: number }) => (usedAt > time ? 0 : usedAt);
    const uses = await (await database()).getAll(USES);
    const others = uses
      .filter((use) => use[useKey] !== key)
      .sort((one, other) => lastUse(one) - lastUse(other));
    let total = others.reduce((sum, use) => sum + use[useSize], size);
    const leaving = others.filter((use) => {
      if (total <= limit || !isRemovable(use[useKey], use.usedAt)) return false;
      total -= use[useSize];
      return true;
    });
    if (leaving.length > 0) await remove(leaving.map((use) => use[useKey]));
  };
  return {
    async get(key: string): Promise<Value | undefined> {
      return (await database()).get(values, key);
    },
    async put(key: string, value: Value): Promise<void> {
      const use = recordOf(key, value);
      await makeRoom(key, sizeOf(value), use.usedAt);
      await change((stored, uses) => [
        stored.put(value, valueKey === null ? key : undefined),
        uses.put(use),
      ]);
    },
    async noteUse(key: string, value: Value): Promise<void> {
      await (await database()).put(USES, recordOf(key, value));
    },
    remove: (key: string) => remove([key]),
  };
}
