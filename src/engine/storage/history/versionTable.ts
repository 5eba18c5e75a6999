import type { NewVersion, VersionService } from '#core/project/newVersion.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { attempt, isQuotaError } from '#engine/storage/attempt.ts';
import { type Capacity, HISTORY_CAPACITY } from './capacity.ts';
import type { HistoryDatabase, VersionRecord } from './database.ts';
import { mergeVersions, missingVersions, newestThatFit, withPinsThatFit } from './mergeVersions.ts';
import { charactersOf } from './projectDifference.ts';
import type { DatedVersion, SavedVersion } from './savedVersion.ts';
import { fits, versionsToDrop } from './thinning.ts';
import {
  change,
  isStored,
  put,
  readAll,
  readTables,
  recordOf,
  removeAll,
  type Tables,
} from './versionStore.ts';

/** The share of the capacity that one version may take, so that no version displaces all others. */
const LARGEST_SHARE = 1 / 4;

/** The share of the capacity that pinned versions may take, so that new versions always fit. */
const PINNED_SHARE = 1 / 2;

/** The versions of all tabs. Nothing rejects, and each call is atomic. */
export interface VersionTable extends VersionService {
  /** Newest first. */
  list(): Promise<Result<readonly SavedVersion[]>>;
  remove(id: number): Promise<Result<void>>;
  /** Undoes {@link remove}. */
  putBack(version: SavedVersion): Promise<Result<void>>;
  /** Changes a version. Fails if pinned versions already take their share. */
  change(id: number, change: VersionChange): Promise<Result<void>>;
  /**
   * Adds missing versions as far as they fit, without removing any. The argument is oldest first.
   */
  merge(versions: readonly DatedVersion[]): Promise<Result<MergeOutcome>>;
}

type VersionChange = Partial<Pick<SavedVersion, 'name' | 'pinned'>>;

/** Numbers of the missing versions that were added or left out. */
export interface MergeOutcome {
  readonly added: number;
  /** The oldest ones, and those that are too large. */
  readonly leftOut: number;
}

interface VersionTableOptions {
  readonly capacity?: Capacity;
  /** Tests replace it. */
  readonly now?: () => number;
}

export function createVersionTable(
  database: () => Promise<HistoryDatabase>,
  { capacity = HISTORY_CAPACITY, now = Date.now }: VersionTableOptions = {},
): VersionTable {
  const largest = Math.floor(capacity.characters * LARGEST_SHARE);
  const noting = createNoting(database, capacity, now);
  const inTables = <Value>(work: (tables: Tables) => Promise<Value>) =>
    attempt(async () => change(await database(), work));
  return {
    async note(version) {
      const characters = charactersOf(version);
      return characters > largest ? fail(describeTooLarge(characters, largest)) : noting(version);
    },
    list: () => attempt(async () => readAll(await database())),
    remove: (id) => inTables((tables) => removeAll(tables, [id])),
    putBack: (version) =>
      inTables(async (tables) => {
        const ids = await tables.objectStore('versions').getAllKeys();
        const id = ids.includes(version.id) ? (ids.at(-1) ?? 0) + 1 : version.id;
        await put(tables, { ...version, id });
      }),
    async change(id, changes) {
      const changed = await inTables((tables) => changeRecord(tables, id, changes, capacity));
      return changed.ok ? changed.value : changed;
    },
    merge: (imported) =>
      inTables((tables) => mergeInto(tables, { imported, capacity, largest, now: now() })),
  };
}

/** Returns a function that adds a version and removes others so that it fits. */
function createNoting(
  database: () => Promise<HistoryDatabase>,
  capacity: Capacity,
  now: () => number,
): (version: NewVersion) => Promise<Result<void>> {
  const add = async (version: NewVersion) =>
    change(await database(), async (tables) => {
      const records = await tables.objectStore('versions').getAll();
      const before = records.findLast(
        ({ lineage, imported }) => lineage === version.lineage && !imported,
      );
      if (before && isStored(await tables.objectStore('texts').get(before.id), version)) return;
      const id = (records.at(-1)?.id ?? 0) + 1;
      const added = { ...version, id, time: now(), name: null, pinned: false, imported: false };
      await put(tables, added);
      await removeAll(tables, versionsToDrop([...records, recordOf(added)], capacity, now()));
    });
  /** Whether removing versions did not help. Then no more are removed. */
  let removalWasInVain = false;
  return (version) =>
    attempt(async () => {
      try {
        await add(version);
      } catch (thrown) {
        if (!isQuotaError(thrown) || removalWasInVain) throw thrown;
        removalWasInVain = true;
        await removeHalf(await database(), now());
        await add(version);
      }
      removalWasInVain = false;
    });
}

async function removeHalf(db: HistoryDatabase, now: number): Promise<void> {
  await change(db, async (tables) => {
    const records = await tables.objectStore('versions').getAll();
    const capacity = {
      versions: Math.floor(records.length / 2),
      characters: Number.POSITIVE_INFINITY,
    };
    await removeAll(tables, versionsToDrop(records, capacity, now));
  });
}

async function changeRecord(
  tables: Tables,
  id: number,
  changes: VersionChange,
  capacity: Capacity,
): Promise<Result<void>> {
  const store = tables.objectStore('versions');
  const records = await store.getAll();
  const record = records.find((each) => each.id === id);
  if (!record) return fail('This version is no longer in the history.');
  const changed: VersionRecord = { ...record, ...changes };
  const pinned = records.filter((each) => each.pinned && each.id !== id);
  if (
    changed.pinned &&
    !record.pinned &&
    !fits([...pinned, changed], shareOf(capacity, PINNED_SHARE))
  )
    return fail(
      'Pinned versions already fill half of the history. Unpin or delete one of them, then try again.',
    );
  await store.put(changed);
  return ok(undefined);
}

interface Merging {
  readonly imported: readonly DatedVersion[];
  readonly capacity: Capacity;
  /** Maximum UTF-16 units of one version. */
  readonly largest: number;
  readonly now: number;
}

async function mergeInto(
  tables: Tables,
  { imported, capacity, largest, now }: Merging,
): Promise<MergeOutcome> {
  const here = await readTables(tables);
  const missing = missingVersions(here, imported, now);
  const small = missing.filter((version) => charactersOf(version) <= largest);
  const pinned = here.filter((version) => version.pinned);
  const added = withPinsThatFit(
    capacityBeside(pinned, shareOf(capacity, PINNED_SHARE)),
    newestThatFit(capacityBeside(here, capacity), small),
  ).map((version) => ({ ...version, imported: true }));
  await tables.objectStore('versions').clear();
  await tables.objectStore('texts').clear();
  for (const [index, version] of mergeVersions(here, added).entries()) {
    await put(tables, { ...version, id: index + 1 });
  }
  return { added: added.length, leftOut: missing.length - added.length };
}

function describeTooLarge(characters: number, largest: number): string {
  const [has, most] = [characters, largest].map((count) => count.toLocaleString('en'));
  return `This source is too large for the history: it has ${has} characters, and the limit is ${most}.`;
}

function shareOf({ versions, characters }: Capacity, share: number): Capacity {
  return { versions: Math.floor(versions * share), characters: Math.floor(characters * share) };
}

function capacityBeside(
  here: readonly SavedVersion[],
  { versions, characters }: Capacity,
): Capacity {
  const used = here.reduce((sum, version) => sum + charactersOf(version), 0);
  return { versions: versions - here.length, characters: characters - used };
}
