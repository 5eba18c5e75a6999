import type { IDBPTransaction } from 'idb';
import { type Project, projectIdentity } from '#core/project/project.ts';
import type { JsonObject } from '#core/util/json.ts';
import {
  abort,
  type HistoryDatabase,
  type HistorySchema,
  type StoredProject,
  type VersionRecord,
} from './database.ts';
import { withLineages } from './lineage.ts';
import { charactersOf } from './projectDifference.ts';
import { readVersion, type SavedVersion } from './savedVersion.ts';

/** A transaction on the versions and their files. */
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
  await tables.objectStore('texts').put(stored(version), version.id);
}

/** The version without its files. */
export function recordOf({ text, files, assets, ...rest }: SavedVersion): VersionRecord {
  return { ...rest, characters: charactersOf({ text, files }) };
}

function stored({ text, files, assets }: SavedVersion): StoredProject {
  return files.length > 0 || assets.length > 0 ? { text, files, assets } : text;
}

/** Whether the stored project is this one. */
export function isStored(before: StoredProject | undefined, project: Project): boolean {
  if (before === undefined) return false;
  const identity = typeof before === 'string' ? before : projectIdentity(before);
  return identity === projectIdentity(project);
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
    const stored = { ...record, ...partsOf(textOf.get(id)) } as unknown as JsonObject;
    const version = readVersion(stored);
    return version ? [{ ...version, id, imported: imported === true }] : [];
  });
  return withLineages(versions);
}

function partsOf(stored: StoredProject | undefined): Partial<Project> {
  return typeof stored === 'object' ? stored : { ...(stored !== undefined && { text: stored }) };
}
