import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { VersionReason } from '#core/project/newVersion.ts';
import type { Project } from '#core/project/project.ts';
import { databaseOnDemand } from '#engine/storage/database.ts';
import { DATABASES } from '#engine/storage/storageKeys.ts';
import { withLineages } from './savedVersion.ts';

const NAME = DATABASES.history;
const VERSION = 2;

/** A saved version without its files. These records decide which versions to remove. */
export interface VersionRecord {
  readonly id: number;
  readonly time: number;
  readonly uri: string;
  readonly foreign: boolean;
  readonly reason: VersionReason;
  readonly lineage: string;
  /** Missing in versions stored before projects had names. */
  readonly givenName?: string | null;
  readonly characters: number;
  readonly name: string | null;
  readonly pinned: boolean;
  readonly imported: boolean;
}

/** A version's content. A string is the only text of a version stored before there were files. */
export type StoredProject = string | Project;

export interface DraftRecord {
  readonly tab: string;
  readonly savedAt: number;
  /** Whether its tab was closed and its text is in the history. */
  readonly adopted: boolean;
  /** Validated when read. */
  readonly draft: unknown;
}

export interface HistorySchema extends DBSchema {
  versions: { key: number; value: VersionRecord };
  texts: { key: number; value: StoredProject };
  drafts: { key: string; value: DraftRecord };
}

export type HistoryDatabase = IDBPDatabase<HistorySchema>;

/** Returns a function that opens the database. Its promise rejects if the browser refuses. */
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

/** Upgrades database version 1, which lacked lineages, names, pins and import marks. */
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

/** Rolls the transaction back, unless it has ended. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended.
  }
}
