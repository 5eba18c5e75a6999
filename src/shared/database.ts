import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';

/**
 * A function that gives a database of the browser's, opened when it is first needed, and anew after
 * it has gone; rejects if the browser refuses it.
 */
export function databaseOnDemand<Schema extends DBSchema>(
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
        // A newer version of the site waits for this one to let go.
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
