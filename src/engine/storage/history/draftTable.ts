import { type Draft, readDraft } from '#core/project/draft.ts';
import { ok, type Result } from '#core/util/result.ts';
import { attempt } from '#engine/storage/attempt.ts';
import type { DraftRecord, HistoryDatabase } from './database.ts';

const MAX_ADOPTED = 20;

/** How long a page waits for a draft that is only in the database, in milliseconds. */
const READ_TIME_LIMIT = 3000;

/** The drafts of all tabs by tab id. Promises never reject. */
export interface DraftTable {
  read(tab: string): Promise<Draft | null>;
  write(tab: string, draft: Draft): Promise<Result<void>>;
  /**
   * Returns the edited drafts of closed tabs, newest first, each only once. They stay stored,
   * because the browser may have merely discarded the tab and may reopen it later.
   */
  adopt(isOpen: (tab: string) => boolean): Promise<readonly Draft[]>;
  list(): Promise<Result<readonly SavedDraft[]>>;
}

export interface SavedDraft {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly draft: Draft;
}

export function createDraftTable(
  database: () => Promise<HistoryDatabase>,
  now: () => number = Date.now,
): DraftTable {
  return {
    async read(tab) {
      const stored = await attempt(
        async () => (await database()).get('drafts', tab),
        READ_TIME_LIMIT,
      );
      return stored.ok ? readDraft(stored.value?.draft) : null;
    },
    write: (tab, draft) =>
      attempt(async () => {
        const record: DraftRecord = { tab, savedAt: now(), adopted: false, draft };
        await (await database()).put('drafts', record);
      }),
    async adopt(isOpen) {
      const adopted = await attempt(async () => adopt(await database(), isOpen));
      return adopted.ok ? adopted.value : [];
    },
    async list() {
      const records = await attempt(async () => (await database()).getAll('drafts'));
      return records.ok ? ok(records.value.flatMap(savedDraft)) : records;
    },
  };
}

function savedDraft({ savedAt, draft: stored }: DraftRecord): SavedDraft[] {
  const draft = readDraft(stored);
  return draft ? [{ savedAt, draft }] : [];
}

async function adopt(db: HistoryDatabase, isOpen: (tab: string) => boolean): Promise<Draft[]> {
  const transaction = db.transaction('drafts', 'readwrite');
  const records = (await transaction.store.getAll())
    .filter(({ tab }) => !isOpen(tab))
    // Drafts not returned yet count as the newest, whatever the clock says.
    .sort(
      (one, other) => Number(one.adopted) - Number(other.adopted) || other.savedAt - one.savedAt,
    );
  const fresh = records.filter(({ adopted }) => !adopted);
  await Promise.all([
    ...fresh.map((record) => transaction.store.put({ ...record, adopted: true })),
    ...records.slice(MAX_ADOPTED).map(({ tab }) => transaction.store.delete(tab)),
  ]);
  await transaction.done;
  return fresh.flatMap(savedDraft).flatMap(({ draft }) => (draft.edited ? [draft] : []));
}
