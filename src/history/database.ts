import type { DBSchema, IDBPDatabase } from 'idb';
import { databaseOnDemand } from '#shared/database.ts';

const NAME = 'playground-history';
const VERSION = 1;

/** What is known of a version without its text: looked through when room is made. */
export interface VersionRecord {
  readonly id: number;
  readonly time: number;
  readonly uri: string;
  readonly foreign: boolean;
  readonly reason: string;
  readonly characters: number;
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
  return databaseOnDemand<HistorySchema>(NAME, VERSION, (db) => {
    db.createObjectStore('versions', { keyPath: 'id' });
    db.createObjectStore('texts');
    db.createObjectStore('drafts', { keyPath: 'tab' });
  });
}
