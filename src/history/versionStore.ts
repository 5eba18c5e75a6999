import type { IDBPTransaction } from 'idb';
import type { JsonObject } from '#shared/json.ts';
import { abort, type HistoryDatabase, type HistorySchema, type VersionRecord } from './database.ts';
import { withLineages } from './lineage.ts';
import { readVersion, type SavedVersion } from './savedVersion.ts';

/** A transaction on the versions and their texts. */
export type Tables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readwrite'>;

type ReadTables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readonly'>;

/** Runs the work in one transaction, which is rolled back if anything fails. */
export async function change<Value>(
  db: HistoryDatabase,
  work: (tables: Tables) => Promise<Value>,
): Promise<Value> {
  const tables = db.transaction(['versions', 'texts'], 'readwrite');
  // The error of `work` takes precedence over the error of `done`.
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

export async function put(tables: Tables, version: SavedVersion): Promise<void> {
  await tables.objectStore('versions').put(recordOf(version));
  await tables.objectStore('texts').put(version.text, version.id);
}

/** The version without its text. */
export function recordOf({ text, ...rest }: SavedVersion): VersionRecord {
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

/** All valid versions, newest first. */
export async function readAll(db: HistoryDatabase): Promise<SavedVersion[]> {
  const tables = db.transaction(['versions', 'texts'], 'readonly');
  return (await readTables(tables)).toReversed();
}

/** All valid versions, oldest first. */
export async function readTables(tables: Tables | ReadTables): Promise<SavedVersion[]> {
  const [records, ids, texts] = await Promise.all([
    tables.objectStore('versions').getAll(),
    tables.objectStore('texts').getAllKeys(),
    tables.objectStore('texts').getAll(),
  ]);
  const textOf = new Map(ids.map((id, index) => [id, texts[index]]));
  const versions = records.flatMap((record) => {
    const { id, imported } = record;
    // The record may be damaged; readVersion validates it.
    const stored = { ...record, text: textOf.get(id) } as unknown as JsonObject;
    const version = readVersion(stored);
    return version ? [{ ...version, id, imported: imported === true }] : [];
  });
  return withLineages(versions);
}
