import { type Draft, readDraft } from '#core/project/draft.ts';
import { isQuotaError } from '#engine/storage/attempt.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';

const KEY = STORAGE_KEYS.draft;
const FORMAT = 1;

/** The content of a tab's sessionStorage. A duplicated tab starts with the same content. */
interface TabEntry {
  /** The tab's id. A duplicate must choose another. */
  readonly tab: string;
  /** Null if the draft exceeds sessionStorage; the database then has it under the tab's id. */
  readonly draft: Draft | null;
}

type WriteOutcome = 'written' | 'too-large' | 'refused';

export type SessionDraft = ReturnType<typeof createSessionDraft>;

/** @param storage returns the storage, or throws if the browser refuses */
export function createSessionDraft(storage: () => Storage) {
  const put = (entry: TabEntry) =>
    storage().setItem(KEY, JSON.stringify({ format: FORMAT, ...entry }));
  return {
    /** Null if there is no valid entry or the browser refuses. */
    read(): TabEntry | null {
      try {
        return readEntry(JSON.parse(storage().getItem(KEY) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(entry: TabEntry): WriteOutcome {
      try {
        put(entry);
        return 'written';
      } catch (thrown) {
        if (!isQuotaError(thrown)) return 'refused';
      }
      try {
        put({ tab: entry.tab, draft: null });
        return 'too-large';
      } catch {
        return 'refused';
      }
    },
  };
}

function readEntry(stored: unknown): TabEntry | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { format, tab, draft } = stored as Record<string, unknown>;
  if (format !== FORMAT || typeof tab !== 'string') return null;
  if (draft === null) return { tab, draft };
  const read = readDraft(draft);
  return read && { tab, draft: read };
}
