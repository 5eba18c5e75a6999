import type { IDBPTransaction } from 'idb';
import type { JsonObject } from '#shared/json.ts';
import { abort, type HistoryDatabase, type HistorySchema, type VersionRecord } from './database.ts';
import { withLineages } from './lineage.ts';
import { readVersion, type Version } from './version.ts';

/** A transaction on the versions and their texts. */
export type Tables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readwrite'>;

type ReadTables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readonly'>;

/** Does the work in one transaction, which is undone if anything in it fails. */
export async function change<Value>(
  db: HistoryDatabase,
  work: (tables: Tables) => Promise<Value>,
): Promise<Value> {
  const tables = db.transaction(['versions', 'texts'], 'readwrite');
  // Why it failed is what `work` throws, where it throws; else what `done` does.
  const done = tables.done.then(
    () => null,
    (thrown: unknown) => ({ thrown }),
  );
  try {
    const value = await work(tables);
    const failure = await done;
    if (failure) throw failure.thrown;
    return value;
  } catch (thrown) {
    abort(tables);
    throw thrown;
  }
}

export async function put(tables: Tables, version: Version): Promise<void> {
  await tables.objectStore('versions').put(recordOf(version));
  await tables.objectStore('texts').put(version.text, version.id);
}

/** All of a version but its text. */
export function recordOf({ text, ...rest }: Version): VersionRecord {
  return { ...rest, characters: text.length };
}

export async function removeAll(tables: Tables, ids: readonly number[]): Promise<void> {
  await Promise.all(
    ids.flatMap((id) => [
      tables.objectStore('versions').delete(id),
      tables.objectStore('texts').delete(id),
    ]),
  );
}

/** Newest first; what was damaged is left out. */
export async function readAll(db: HistoryDatabase): Promise<Version[]> {
  const tables = db.transaction(['versions', 'texts'], 'readonly');
  return (await readTables(tables)).toReversed();
}

/** Oldest first; what was damaged is left out. */
export async function readTables(tables: Tables | ReadTables): Promise<Version[]> {
  const [records, ids, texts] = await Promise.all([
    tables.objectStore('versions').getAll(),
    tables.objectStore('texts').getAllKeys(),
    tables.objectStore('texts').getAll(),
  ]);
  const textOf = new Map(ids.map((id, index) => [id, texts[index]]));
  const versions = records.flatMap((record) => {
    const { id, imported } = record;
    // Whatever it is, it is looked at.
    const stored = { ...record, text: textOf.get(id) } as unknown as JsonObject;
    const version = readVersion(stored);
    return version ? [{ ...version, id, imported: imported === true }] : [];
  });
  return withLineages(versions);
}
