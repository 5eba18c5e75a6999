import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

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

/** A function that gives the database, opened when it is first needed; rejects if it is refused. */
export function historyDatabase(): () => Promise<HistoryDatabase> {
  let opening: Promise<HistoryDatabase> | undefined;
  const forget = () => {
    opening = undefined;
  };
  return () => {
    if (!opening) {
      opening = open(forget);
      opening.catch(forget);
    }
    return opening;
  };
}

function open(onGone: () => void): Promise<HistoryDatabase> {
  return openDB<HistorySchema>(NAME, VERSION, {
    upgrade(db) {
      db.createObjectStore('versions', { keyPath: 'id' });
      db.createObjectStore('texts');
      db.createObjectStore('drafts', { keyPath: 'tab' });
    },
    // A newer version of the site waits for this one to let go.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}
