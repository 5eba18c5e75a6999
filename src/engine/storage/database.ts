import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

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
