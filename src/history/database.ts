import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { databaseOnDemand } from '#shared/database.ts';
import { DATABASES } from '#shared/storageKeys.ts';
import type { VersionReason } from '#workspace/services.ts';
import { withLineages } from './lineage.ts';

const NAME = DATABASES.history;
const VERSION = 2;

/** What is known of a version without its text: looked through when room is made. */
export interface VersionRecord {
  readonly id: number;
  readonly time: number;
  readonly uri: string;
  readonly foreign: boolean;
  readonly reason: VersionReason;
  readonly lineage: string;
  readonly characters: number;
  readonly name: string | null;
  readonly pinned: boolean;
  readonly imported: boolean;
}

/** The draft of a tab. */
export interface DraftRecord {
  readonly tab: string;
  readonly savedAt: number;
  /** Its tab was closed, and its text is in the history. */
  readonly adopted: boolean;
  /** Checked when it is read. */
  readonly draft: unknown;
}

export interface HistorySchema extends DBSchema {
  versions: { key: number; value: VersionRecord };
  texts: { key: number; value: string };
  drafts: { key: string; value: DraftRecord };
}

export type HistoryDatabase = IDBPDatabase<HistorySchema>;

/** A function that gives the database; rejects if it is refused. */
export function historyDatabase(): () => Promise<HistoryDatabase> {
  return databaseOnDemand<HistorySchema>(NAME, VERSION, (db, from, _to, transaction) => {
    if (from < 1) {
      db.createObjectStore('versions', { keyPath: 'id' });
      db.createObjectStore('texts');
      db.createObjectStore('drafts', { keyPath: 'tab' });
    } else if (from < 2) addLineages(transaction).catch(() => abort(transaction));
  });
}

type Upgrade = IDBPTransaction<HistorySchema, ('versions' | 'texts' | 'drafts')[], 'versionchange'>;

/** Database version 1 had no lineages, names, pins or marks of imports. */
async function addLineages(upgrade: Upgrade): Promise<void> {
  const versions = upgrade.objectStore('versions');
  const records = (await versions.getAll()).map((record) => ({
    ...record,
    lineage: null,
    name: null,
    pinned: false,
    imported: false,
  }));
  for (const record of withLineages(records)) await versions.put(record);
}

/** Undoes what the transaction has done, unless it has ended. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}
