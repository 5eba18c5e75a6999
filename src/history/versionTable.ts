import type { IDBPTransaction } from 'idb';
import type { JsonObject } from '#shared/json.ts';
import { fail, type Result } from '#shared/result.ts';
import type { NewVersion, VersionService } from '#workspace/services.ts';
import { attempt, isQuotaError } from './attempt.ts';
import type { HistoryDatabase, HistorySchema, VersionRecord } from './database.ts';
import { mergeVersions, missingVersions, newestThatFit, type Room } from './mergeVersions.ts';
import { type DatedVersion, readVersion, type Version } from './version.ts';

/** What the history holds at most; the oldest go first. */
const MAX_VERSIONS = 400;
const MAX_CHARACTERS = 16 << 20;

/** What one version may have of all the room, so that no text drives out all others. */
const LARGEST_SHARE = 1 / 4;

/** The versions of all tabs. Nothing rejects; each call is done as a whole or not at all. */
export interface VersionTable extends VersionService {
  /** Newest first. */
  list(): Promise<Result<readonly Version[]>>;
  remove(id: number): Promise<Result<void>>;
  /** Adds those that are not here yet, oldest first, as far as there is room: none makes way. */
  merge(versions: readonly DatedVersion[]): Promise<Result<MergeOutcome>>;
}

/** Of the versions that were not here. */
export interface MergeOutcome {
  readonly added: number;
  /** The oldest, and those too large to be kept at all. */
  readonly withoutRoom: number;
}

export interface VersionTableOptions {
  readonly maxVersions?: number;
  readonly maxCharacters?: number;
  /** Replaced in tests. */
  readonly now?: () => number;
}

type Tables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readwrite'>;

export function createVersionTable(
  database: () => Promise<HistoryDatabase>,
  options: VersionTableOptions = {},
): VersionTable {
  const { maxVersions = MAX_VERSIONS, maxCharacters = MAX_CHARACTERS, now = Date.now } = options;
  const limits: Room = { versions: maxVersions, characters: maxCharacters };
  const largest = Math.floor(maxCharacters * LARGEST_SHARE);

  const add = async (version: NewVersion) => {
    await change(await database(), async (tables) => {
      const records = await tables.objectStore('versions').getAll();
      const newest = records.at(-1);
      if (newest && (await tables.objectStore('texts').get(newest.id)) === version.text) return;
      const { text, ...rest } = version;
      const id = (newest?.id ?? 0) + 1;
      const record = { ...rest, id, time: now(), characters: text.length };
      await put(tables, record, text);
      await removeAll(tables, oldestBeyond(limits, [...records, record]));
    });
  };
  /** Room was made and did not help: there is no use in giving up ever more of what is there. */
  let madeRoomInVain = false;
  return {
    async note(version) {
      if (version.text.length > largest)
        return fail(describeTooLarge(version.text.length, largest));
      return attempt(async () => {
        try {
          await add(version);
        } catch (thrown) {
          if (!isQuotaError(thrown) || madeRoomInVain) throw thrown;
          madeRoomInVain = true;
          await removeOlderHalf(await database());
          await add(version);
        }
        madeRoomInVain = false;
      });
    },
    list: () => attempt(async () => readAll(await database())),
    remove: (id) =>
      attempt(async () => change(await database(), (tables) => removeAll(tables, [id]))),
    merge: (imported) =>
      attempt(async () => {
        const db = await database();
        return change(db, async (tables) => {
          const here = await readTables(tables);
          const missing = missingVersions(here, imported, now());
          const small = missing.filter(({ text }) => text.length <= largest);
          const added = newestThatFit(roomBeside(here, limits), small);
          await tables.objectStore('versions').clear();
          await tables.objectStore('texts').clear();
          for (const [index, { text, ...rest }] of mergeVersions(here, added).entries()) {
            const record = { ...rest, id: index + 1, characters: text.length };
            await put(tables, record, text);
          }
          return { added: added.length, withoutRoom: missing.length - added.length };
        });
      }),
  };
}

/** One transaction, which is undone if anything in it fails. */
async function change<Value>(
  db: HistoryDatabase,
  work: (tables: Tables) => Promise<Value>,
): Promise<Value> {
  const tables = db.transaction(['versions', 'texts'], 'readwrite');
  // Why it failed is what `work` throws, where it throws; else what `done` does.
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

function abort(tables: Tables): void {
  try {
    tables.abort();
  } catch {
    // It has ended by itself.
  }
}

async function put(tables: Tables, record: VersionRecord, text: string): Promise<void> {
  await tables.objectStore('versions').put(record);
  await tables.objectStore('texts').put(text, record.id);
}

async function removeAll(tables: Tables, ids: readonly number[]): Promise<void> {
  await Promise.all(
    ids.flatMap((id) => [
      tables.objectStore('versions').delete(id),
      tables.objectStore('texts').delete(id),
    ]),
  );
}

async function removeOlderHalf(db: HistoryDatabase): Promise<void> {
  await change(db, async (tables) => {
    const ids = await tables.objectStore('versions').getAllKeys();
    await removeAll(tables, ids.slice(0, Math.ceil(ids.length / 2)));
  });
}

async function readAll(db: HistoryDatabase): Promise<Version[]> {
  const tables = db.transaction(['versions', 'texts'], 'readonly');
  return (await readTables(tables)).toReversed();
}

/** Oldest first; what was damaged is left out. */
async function readTables(
  tables: Tables | IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readonly'>,
): Promise<Version[]> {
  const [records, ids, texts] = await Promise.all([
    tables.objectStore('versions').getAll(),
    tables.objectStore('texts').getAllKeys(),
    tables.objectStore('texts').getAll(),
  ]);
  const textOf = new Map(ids.map((id, index) => [id, texts[index]]));
  return records.flatMap((record) => {
    const { id } = record;
    // Whatever it is, it is looked at.
    const stored = { ...record, text: textOf.get(id) } as unknown as JsonObject;
    const version = readVersion(stored);
    return version ? [{ ...version, id }] : [];
  });
}

function describeTooLarge(characters: number, largest: number): string {
  const [has, most] = [characters, largest].map((count) => count.toLocaleString('en'));
  return `This text is too large for the history: it has ${has} characters, of at most ${most}.`;
}

function roomBeside(here: readonly Version[], { versions, characters }: Room): Room {
  const used = here.reduce((sum, { text }) => sum + text.length, 0);
  return { versions: versions - here.length, characters: characters - used };
}

/** Those that have to go, of records that are oldest first. */
function oldestBeyond(limits: Room, records: readonly VersionRecord[]): number[] {
  let { versions: places, characters } = limits;
  const firstToGo = records.findLastIndex((record) => {
    places -= 1;
    characters -= record.characters;
    return places < 0 || characters < 0;
  });
  return records.slice(0, firstToGo + 1).map(({ id }) => id);
}
