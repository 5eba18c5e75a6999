import { type Draft, readDraft } from '#core/project/draft.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { fail, type Result } from '#core/util/result.ts';
import { uniqueName } from '#core/util/uniqueName.ts';
import { isQuotaError } from '#engine/storage/attempt.ts';
import { STORAGE_KEYS, STORAGE_PREFIXES } from '#engine/storage/storageKeys.ts';
import type { DraftTable } from './draftTable.ts';

interface DraftKeeper extends DraftService {
  /** The last saved draft, wherever it is stored; null if there is none. */
  newest(): Draft | null;
}

interface DraftKeeperOptions {
  readonly session: SessionDraft;
  /** Loads the table on first use, after the first picture. May reject. */
  readonly loadTable: () => Promise<DraftTable>;
  readonly locks: TabLocks;
  readonly onLeaving: DraftService['onLeaving'];
}

const NO_LOCKS = 'this page is not served over https, so the browser cannot distinguish its tabs';

/**
 * Stores this tab's draft in two places: immediately in sessionStorage, which survives a reload and
 * a crash, and a moment later in the database, which survives the tab and holds larger drafts. Open
 * tabs never write to each other's drafts.
 */
export function createDraftKeeper(options: DraftKeeperOptions): DraftKeeper {
  const { session, loadTable, locks, onLeaving } = options;
  const refusalListeners = new Set<(reason: string) => void>();
  const copyListeners = new Set<() => void>();
  const before = session.read();
  let tab = before?.tab ?? uniqueName();
  let claimed: Promise<string | null> | undefined;
  let newest: Draft | null = null;
  let stored: Draft | null = null;
  let inSession = true;
  let databaseRefusal: string | null = null;

  const writeSession = (draft: Draft) => {
    const outcome = session.write({ tab, draft });
    inSession = outcome === 'written';
    return outcome;
  };
  const claim = () => {
    claimed ??= locks.claim(tab).then((id) => {
      if (id !== null && id !== tab) {
        tab = id;
        if (newest) writeSession(newest);
        for (const listener of copyListeners) listener();
      }
      return id;
    });
    return claimed;
  };
  const refused = (reason: string) => {
    const consequence = inSession
      ? 'Your source survives a reload, but is lost when you close the tab'
      : 'Your source cannot be saved';
    for (const listener of refusalListeners) listener(`${consequence}: ${reason}`);
  };
  const storeNewest = newestOnly(async (draft: Draft) => {
    const written = await writeTable(loadTable, claim, draft);
    databaseRefusal = written.ok ? null : written.error;
    if (written.ok) stored = draft;
    else refused(written.error);
  });
  return {
    restore() {
      if (!before) return null;
      if (before.draft) return before.draft;
      return loadTable().then(
        (table) => table.read(before.tab),
        () => null,
      );
    },
    save(draft) {
      newest = draft;
      const outcome = writeSession(draft);
      if (outcome === 'refused' && databaseRefusal !== null) refused(databaseRefusal);
      storeNewest(draft);
    },
    async findLeft() {
      try {
        const table = await loadTable();
        if ((await claim()) === null) return [];
        const open = await locks.open();
        return await table.adopt((each) => open.has(each));
      } catch {
        return [];
      }
    },
    newest: () => newest,
    isSafe: () => databaseRefusal === null && (inSession || stored === newest),
    onRefused: (listener) => subscribe(refusalListeners, listener),
    onCopied: (listener) => subscribe(copyListeners, listener),
    onLeaving,
  };
}

async function writeTable(
  loadTable: DraftKeeperOptions['loadTable'],
  claim: () => Promise<string | null>,
  draft: Draft,
): Promise<Result<void>> {
  try {
    const table = await loadTable();
    const id = await claim();
    return id === null ? fail(NO_LOCKS) : await table.write(id, draft);
  } catch {
    return fail('a part of the page could not be loaded');
  }
}

/**
 * Runs `store` for one value at a time. Of the values that arrive meanwhile, keeps only the last.
 */
function newestOnly<Value>(store: (value: Value) => Promise<void>): (value: Value) => void {
  let waiting: { readonly value: Value } | null = null;
  let isStoring = false;
  const storeAll = async () => {
    isStoring = true;
    try {
      while (waiting) {
        const { value } = waiting;
        waiting = null;
        await store(value);
      }
    } finally {
      isStoring = false;
    }
  };
  return (value) => {
    waiting = { value };
    if (!isStoring) void storeAll();
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): Dispose {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps drafts, so that nothing is lost after a reload, a crash or closing the tab. */
export interface DraftService {
  /** The tab's last draft, synchronously if possible; null if there is none. */
  restore(): Draft | null | Promise<Draft | null>;
  /** Replaces the previous draft. */
  save(draft: Draft): void;
  /** The edited drafts of closed tabs, newest first, each returned only once. May take a while. */
  findLeft(): Promise<readonly Draft[]>;
  /** Whether the last saved draft outlives the tab, as far as is known. */
  isSafe(): boolean;
  /** Calls `listener` with the reason, a sentence, when drafts turn out not to be storable. */
  onRefused(listener: (reason: string) => void): Dispose;
  /** Calls `listener` when this tab turns out to be a copy of another open tab. */
  onCopied(listener: () => void): Dispose;
  /** Calls `listener` when the page may be about to end. */
  onLeaving(listener: () => void): Dispose;
}

/** Distinguishes the tabs of a browser. */
type TabLocks = ReturnType<typeof createTabLocks>;

const PREFIX = STORAGE_PREFIXES.tabLock;

export function createTabLocks(locks: LockManager | undefined) {
  const take = (id: string) =>
    new Promise<boolean>((resolve, reject) => {
      locks
        ?.request(PREFIX + id, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          // Held until the page ends.
          return lock ? new Promise<void>(() => {}) : undefined;
        })
        .catch(reject);
    });
  return {
    /**
     * Reserves an id for this page until the page ends: `wanted`, or a new id if another tab has
     * it. Null if the browser has no locks, as outside secure contexts.
     */
    async claim(wanted: string): Promise<string | null> {
      if (!locks) return null;
      try {
        if (await take(wanted)) return wanted;
        const other = uniqueName();
        return (await take(other)) ? other : null;
      } catch {
        return null;
      }
    },
    /** The ids of all open tabs, including this one. */
    async open(): Promise<ReadonlySet<string>> {
      const held = (await locks?.query())?.held ?? [];
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(PREFIX.length)));
    },
  };
}

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

type SessionDraft = ReturnType<typeof createSessionDraft>;

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
