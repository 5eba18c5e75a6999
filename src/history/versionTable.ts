import { fail, ok, type Result } from '#shared/result.ts';
import type { NewVersion, VersionService } from '#workspace/services.ts';
import { attempt, isQuotaError } from './attempt.ts';
import type { HistoryDatabase, VersionRecord } from './database.ts';
import { mergeVersions, missingVersions, newestThatFit, withPinsThatFit } from './mergeVersions.ts';
import { HISTORY_ROOM, type Room } from './room.ts';
import { fits, versionsToDrop } from './thinning.ts';
import type { DatedVersion, Version } from './version.ts';
import {
  change,
  put,
  readAll,
  readTables,
  recordOf,
  removeAll,
  type Tables,
} from './versionStore.ts';

/** How much of the room one version may take, so that no text drives out all others. */
const LARGEST_SHARE = 1 / 4;

/** How much of the room pinned versions may take, so that there is always some for new ones. */
const PINNED_SHARE = 1 / 2;

/** The versions of all tabs. Nothing rejects; each call is done as a whole or not at all. */
export interface VersionTable extends VersionService {
  /** Newest first. */
  list(): Promise<Result<readonly Version[]>>;
  remove(id: number): Promise<Result<void>>;
  /** Undoes {@link remove}. */
  putBack(version: Version): Promise<Result<void>>;
  /** Changes a version; it fails if there is no room for another pin. */
  change(id: number, change: VersionChange): Promise<Result<void>>;
  /** Adds those that are not here yet, oldest first, as far as there is room: none makes way. */
  merge(versions: readonly DatedVersion[]): Promise<Result<MergeOutcome>>;
}

export type VersionChange = Partial<Pick<Version, 'name' | 'pinned'>>;

/** Of the versions that were not here. */
export interface MergeOutcome {
  readonly added: number;
  /** The oldest, and those too large to be kept at all. */
  readonly withoutRoom: number;
}

export interface VersionTableOptions {
  readonly room?: Room;
  /** Replaced in tests. */
  readonly now?: () => number;
}

export function createVersionTable(
  database: () => Promise<HistoryDatabase>,
  { room = HISTORY_ROOM, now = Date.now }: VersionTableOptions = {},
): VersionTable {
  const largest = Math.floor(room.characters * LARGEST_SHARE);
  const noting = createNoting(database, room, now);
  const inTables = <Value>(work: (tables: Tables) => Promise<Value>) =>
    attempt(async () => change(await database(), work));
  return {
    async note(version) {
      const { length } = version.text;
      return length > largest ? fail(describeTooLarge(length, largest)) : noting(version);
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
      const changed = await inTables((tables) => changeRecord(tables, id, changes, room));
      return changed.ok ? changed.value : changed;
    },
    merge: (imported) =>
      inTables((tables) => mergeInto(tables, { imported, room, largest, now: now() })),
  };
}

/** A function that adds a version and makes room for it. */
function createNoting(
  database: () => Promise<HistoryDatabase>,
  room: Room,
  now: () => number,
): (version: NewVersion) => Promise<Result<void>> {
  const add = async (version: NewVersion) =>
    change(await database(), async (tables) => {
      const records = await tables.objectStore('versions').getAll();
      const before = records.findLast(
        ({ lineage, imported }) => lineage === version.lineage && !imported,
      );
      if (before && (await tables.objectStore('texts').get(before.id)) === version.text) return;
      const id = (records.at(-1)?.id ?? 0) + 1;
      const added = { ...version, id, time: now(), name: null, pinned: false, imported: false };
      await put(tables, added);
      await removeAll(tables, versionsToDrop([...records, recordOf(added)], room, now()));
    });
  /** Room was made and did not help: there is no use in giving up ever more of what is there. */
  let madeRoomInVain = false;
  return (version) =>
    attempt(async () => {
      try {
        await add(version);
      } catch (thrown) {
        if (!isQuotaError(thrown) || madeRoomInVain) throw thrown;
        madeRoomInVain = true;
        await removeHalf(await database(), now());
        await add(version);
      }
      madeRoomInVain = false;
    });
}

async function removeHalf(db: HistoryDatabase, now: number): Promise<void> {
  await change(db, async (tables) => {
    const records = await tables.objectStore('versions').getAll();
    const room = { versions: Math.floor(records.length / 2), characters: Number.POSITIVE_INFINITY };
    await removeAll(tables, versionsToDrop(records, room, now));
  });
}

async function changeRecord(
  tables: Tables,
  id: number,
  changes: VersionChange,
  room: Room,
): Promise<Result<void>> {
  const store = tables.objectStore('versions');
  const records = await store.getAll();
  const record = records.find((each) => each.id === id);
  if (!record) return fail('This version is no longer in the history.');
  const changed: VersionRecord = { ...record, ...changes };
  const pinned = records.filter((each) => each.pinned && each.id !== id);
  if (changed.pinned && !record.pinned && !fits([...pinned, changed], shareOf(room, PINNED_SHARE)))
    return fail(
      'Pinned versions already take half of the history. Unpin or delete one of them, then try again.',
    );
  await store.put(changed);
  return ok(undefined);
}

interface Merging {
  readonly imported: readonly DatedVersion[];
  readonly room: Room;
  /** What one version may have, in UTF-16 units. */
  readonly largest: number;
  readonly now: number;
}

async function mergeInto(
  tables: Tables,
  { imported, room, largest, now }: Merging,
): Promise<MergeOutcome> {
  const here = await readTables(tables);
  const missing = missingVersions(here, imported, now);
  const small = missing.filter(({ text }) => text.length <= largest);
  const pinned = here.filter((version) => version.pinned);
  const added = withPinsThatFit(
    roomBeside(pinned, shareOf(room, PINNED_SHARE)),
    newestThatFit(roomBeside(here, room), small),
  ).map((version) => ({ ...version, imported: true }));
  await tables.objectStore('versions').clear();
  await tables.objectStore('texts').clear();
  for (const [index, version] of mergeVersions(here, added).entries()) {
    await put(tables, { ...version, id: index + 1 });
  }
  return { added: added.length, withoutRoom: missing.length - added.length };
}

function describeTooLarge(characters: number, largest: number): string {
  const [has, most] = [characters, largest].map((count) => count.toLocaleString('en'));
  return `This text is too large for the history: it has ${has} characters, of at most ${most}.`;
}

function shareOf({ versions, characters }: Room, share: number): Room {
  return { versions: Math.floor(versions * share), characters: Math.floor(characters * share) };
}

function roomBeside(here: readonly Version[], { versions, characters }: Room): Room {
  const used = here.reduce((sum, { text }) => sum + text.length, 0);
  return { versions: versions - here.length, characters: characters - used };
}
