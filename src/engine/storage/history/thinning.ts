import type { Capacity } from './capacity.ts';
import type { VersionRecord } from './database.ts';

/** The facts that decide whether a version is kept. */
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
 * The versions that are too dense. Each lineage keeps every version of the last hour, the last
 * version of each clock hour of the last day, and the last version of each earlier day (UTC). So it
 * always keeps its last version.
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

/** Removes the least important version until the rest fits. */
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

export function fits(
  versions: readonly Pick<ThinnedVersion, 'characters'>[],
  capacity: Capacity,
): boolean {
  const characters = versions.reduce((sum, version) => sum + version.characters, 0);
  return versions.length <= capacity.versions && characters <= capacity.characters;
}

/**
 * Imported versions are less important than the user's own, and the last version of a lineage is
 * more important than the others. Among the others, the one that leaves the smallest gap for its
 * age is least important; among last versions, the oldest.
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
 * The time between the versions before and after; for the first version, twice the time to the
 * next.
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

/** Maps each version to the previous one of its lineage in the list. */
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

/** Imported versions form separate lineages, so that they never replace a user's version. */
function keyOf({ lineage, imported }: ThinnedVersion): string {
  return `${imported ? 'imported' : 'own'}/${lineage}`;
}
