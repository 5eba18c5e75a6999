import type { IDBPTransaction } from 'idb';
import type { NewVersion, VersionService } from '#core/project/newVersion.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import type { JsonObject } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { attempt, isQuotaError } from '#engine/storage/attempt.ts';
import {
  abort,
  type HistoryDatabase,
  type HistorySchema,
  type StoredProject,
  type VersionRecord,
} from './database.ts';
import { charactersOf } from './projectDifference.ts';
import { type DatedVersion, readVersion, type SavedVersion, withLineages } from './savedVersion.ts';

/** The share of the capacity that one version may take, so that none displaces all others. */
const LARGEST_SHARE = 1 / 4;

/** The share of the capacity that pinned versions may take, so that new versions always fit. */
const PINNED_SHARE = 1 / 2;

/** The versions of all tabs. Promises never reject, and each call is atomic. */
export interface VersionTable extends VersionService {
  /** Newest first. */
  list(): Promise<Result<readonly SavedVersion[]>>;
  remove(id: number): Promise<Result<void>>;
  /** Undoes {@link remove}. */
  putBack(version: SavedVersion): Promise<Result<void>>;
  /** Changes a version. Fails if pinning it would exceed the share of pinned versions. */
  change(id: number, change: VersionChange): Promise<Result<void>>;
  /** Adds missing versions as far as they fit, without removing any. `versions` is oldest first. */
  merge(versions: readonly DatedVersion[]): Promise<Result<MergeOutcome>>;
}

type VersionChange = Partial<Pick<SavedVersion, 'name' | 'pinned'>>;

/** The numbers of missing versions that were added or left out. */
export interface MergeOutcome {
  readonly added: number;
  /** The oldest versions, and those that are too large. */
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

/** Returns a function that adds a version and removes others to make room. */
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
  /** Whether the last removal did not help. Then nothing more is removed. */
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

/**
 * The versions in `imported` that are not in `here`, by project and time. A version dated after
 * `now` gets the time `now`, so that it does not stay the newest; only its project decides whether
 * it is missing.
 */
export function missingVersions(
  here: readonly DatedVersion[],
  imported: readonly DatedVersion[],
  now: number,
): DatedVersion[] {
  const keyOf = (version: DatedVersion) => `${version.time}:${projectIdentity(version)}`;
  const known = new Set(here.map(keyOf));
  const projects = new Set(here.map(projectIdentity));
  return imported.flatMap((version) => {
    const identity = projectIdentity(version);
    const isMissing = version.time > now ? !projects.has(identity) : !known.has(keyOf(version));
    known.add(keyOf(version));
    projects.add(identity);
    return isMissing ? [{ ...version, time: Math.min(version.time, now) }] : [];
  });
}

/** The newest versions that fit. Input and output are oldest first. */
export function newestThatFit(
  capacity: Capacity,
  versions: readonly DatedVersion[],
): DatedVersion[] {
  let { versions: places, characters } = capacity;
  const fitting = versions.toReversed().filter((version) => {
    const size = charactersOf(version);
    if (places < 1 || size > characters) return false;
    places -= 1;
    characters -= size;
    return true;
  });
  return fitting.toReversed();
}

/** The versions with as many pins as fit, newest first. The others lose their pins. */
function withPinsThatFit(capacity: Capacity, versions: readonly DatedVersion[]): DatedVersion[] {
  const pinned = versions.filter((version) => version.pinned);
  const fitting = new Set(newestThatFit(capacity, pinned));
  return versions.map((version) => ({ ...version, pinned: fitting.has(version) }));
}

/**
 * Merges two histories, both oldest first. Each keeps its own order even if its clock went back.
 * Between the two, the earlier version comes first.
 */
export function mergeVersions<One extends DatedVersion, Other extends DatedVersion>(
  here: readonly One[],
  added: readonly Other[],
): (One | Other)[] {
  const merged: (One | Other)[] = [];
  let next = 0;
  for (const version of here) {
    for (let other = added[next]; other && other.time < version.time; other = added[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(version);
  }
  return [...merged, ...added.slice(next)];
}

type Tables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readwrite'>;

type ReadTables = IDBPTransaction<HistorySchema, ['versions', 'texts'], 'readonly'>;

/** Runs the work in one transaction, which is rolled back if anything fails. */
async function change<Value>(
  db: HistoryDatabase,
  work: (tables: Tables) => Promise<Value>,
): Promise<Value> {
  const tables = db.transaction(['versions', 'texts'], 'readwrite');
  // An error of `work` takes precedence over the error of `done`.
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

async function put(tables: Tables, version: SavedVersion): Promise<void> {
  await tables.objectStore('versions').put(recordOf(version));
  await tables.objectStore('texts').put(stored(version), version.id);
}

function recordOf({ text, files, assets, ...rest }: SavedVersion): VersionRecord {
  return { ...rest, characters: charactersOf({ text, files }) };
}

function stored({ text, files, assets }: SavedVersion): StoredProject {
  return files.length > 0 || assets.length > 0 ? { text, files, assets } : text;
}

function isStored(before: StoredProject | undefined, project: Project): boolean {
  if (before === undefined) return false;
  const identity = typeof before === 'string' ? before : projectIdentity(before);
  return identity === projectIdentity(project);
}

async function removeAll(tables: Tables, ids: readonly number[]): Promise<void> {
  await Promise.all(
    ids.flatMap((id) => [
      tables.objectStore('versions').delete(id),
      tables.objectStore('texts').delete(id),
    ]),
  );
}

/** All valid versions, newest first. */
async function readAll(db: HistoryDatabase): Promise<SavedVersion[]> {
  const tables = db.transaction(['versions', 'texts'], 'readonly');
  return (await readTables(tables)).toReversed();
}

/** All valid versions, oldest first. */
async function readTables(tables: Tables | ReadTables): Promise<SavedVersion[]> {
  const [records, ids, texts] = await Promise.all([
    tables.objectStore('versions').getAll(),
    tables.objectStore('texts').getAllKeys(),
    tables.objectStore('texts').getAll(),
  ]);
  const textOf = new Map(ids.map((id, index) => [id, texts[index]]));
  const versions = records.flatMap((record) => {
    const { id, imported } = record;
    // The record may be damaged; readVersion validates it.
    const stored = { ...record, ...partsOf(textOf.get(id)) } as unknown as JsonObject;
    const version = readVersion(stored);
    return version ? [{ ...version, id, imported: imported === true }] : [];
  });
  return withLineages(versions);
}

function partsOf(stored: StoredProject | undefined): Partial<Project> {
  return typeof stored === 'object' ? stored : { ...(stored !== undefined && { text: stored }) };
}

/** The fields that decide whether a version is kept. */
export type ThinnedVersion = Pick<
  VersionRecord,
  'id' | 'time' | 'lineage' | 'imported' | 'pinned' | 'characters'
>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The ids of the versions to remove. Pinned versions and the newest one are always kept.
 *
 * @param versions oldest first
 */
export function versionsToDrop(
  versions: readonly ThinnedVersion[],
  capacity: Capacity,
  now: number,
): number[] {
  const dense = tooDense(versions, now);
  const rest = versions.filter(({ id }) => !dense.has(id));
  return [...dense, ...overCapacity(rest, capacity, now)];
}

/**
 * The ids of versions that are too close together. Each lineage keeps every version of the last
 * hour, the last version of each clock hour of the last day, and the last version of each earlier
 * day (UTC). It therefore always keeps its last version.
 */
function tooDense(versions: readonly ThinnedVersion[], now: number): Set<number> {
  const kept = new Set<string>();
  const dense = new Set<number>();
  for (const version of versions.toReversed()) {
    const period = periodOf(version.time, now);
    if (version.pinned || period === null) continue;
    const place = `${period} of ${keyOf(version)}`;
    if (kept.has(place)) dense.add(version.id);
    kept.add(place);
  }
  return dense;
}

/** The period of which one version is kept; null if all are kept. */
function periodOf(time: number, now: number): string | null {
  const age = now - time;
  if (age <= HOUR) return null;
  return age <= DAY ? `hour ${Math.floor(time / HOUR)}` : `day ${Math.floor(time / DAY)}`;
}

/** The least important versions, as many as must be removed so that the rest fits. */
function overCapacity(
  versions: readonly ThinnedVersion[],
  capacity: Capacity,
  now: number,
): number[] {
  const gone: number[] = [];
  let rest = versions;
  while (!fits(rest, capacity)) {
    const least = leastImportant(rest, now);
    if (!least) break;
    gone.push(least.id);
    rest = rest.filter((version) => version !== least);
  }
  return gone;
}

function fits(versions: readonly ThinnedVersion[], capacity: Capacity): boolean {
  const characters = versions.reduce((sum, version) => sum + version.characters, 0);
  return versions.length <= capacity.versions && characters <= capacity.characters;
}

/**
 * The least important version. Imported versions are less important than the user's own, and the
 * last version of a lineage is more important than the others. Among last versions, the oldest is
 * least important; among the others, the one that leaves the smallest gap for its age.
 */
function leastImportant(
  versions: readonly ThinnedVersion[],
  now: number,
): ThinnedVersion | undefined {
  const previous = neighbors(versions);
  const next = neighbors(versions.toReversed());
  let least: { version: ThinnedVersion; rank: number; loss: number } | undefined;
  for (const version of versions.slice(0, -1)) {
    if (version.pinned) continue;
    const [before, after] = [previous.get(version), next.get(version)];
    const rank = (version.imported ? 0 : 2) + (after ? 0 : 1);
    const loss = after ? gapWithout(version, before, after) / ageOf(version, now) : 0;
    if (!least || rank < least.rank || (rank === least.rank && loss < least.loss)) {
      least = { version, rank, loss };
    }
  }
  return least?.version;
}

/**
 * The time between the neighbouring versions; for the first version, twice the time to the next.
 */
function gapWithout(
  { time }: ThinnedVersion,
  before: ThinnedVersion | undefined,
  after: ThinnedVersion,
): number {
  return Math.max(0, after.time - (before ? before.time : 2 * time - after.time));
}

function ageOf({ time }: ThinnedVersion, now: number): number {
  return Math.max(MINUTE, now - time);
}

/** Maps each version to its lineage's previous version in the list. */
function neighbors(versions: readonly ThinnedVersion[]): Map<ThinnedVersion, ThinnedVersion> {
  const newest = new Map<string, ThinnedVersion>();
  const neighbor = new Map<ThinnedVersion, ThinnedVersion>();
  for (const version of versions) {
    const before = newest.get(keyOf(version));
    if (before) neighbor.set(version, before);
    newest.set(keyOf(version), version);
  }
  return neighbor;
}

/** Imported versions form separate lineages, so that they never displace the user's own. */
function keyOf({ lineage, imported }: ThinnedVersion): string {
  return `${imported ? 'imported' : 'own'}/${lineage}`;
}

export interface Capacity {
  readonly versions: number;
  /** UTF-16 units of all texts together. */
  readonly characters: number;
}

export const HISTORY_CAPACITY: Capacity = { versions: 400, characters: 16 << 20 };
