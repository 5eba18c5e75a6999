import { projectIdentity } from '#core/project/project.ts';
import type { Capacity } from './capacity.ts';
import { charactersOf } from './projectDifference.ts';
import type { DatedVersion } from './savedVersion.ts';

/**
 * The versions of `imported` that `here` lacks, by project and time. A version dated after `now` gets
 * that time, so that it does not stay the newest; it is missing only if its project is.
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

/** The versions with as many pins as fit, the newest first; the others lose their pins. */
export function withPinsThatFit(
  capacity: Capacity,
  versions: readonly DatedVersion[],
): DatedVersion[] {
  const pinned = versions.filter((version) => version.pinned);
  const fitting = new Set(newestThatFit(capacity, pinned));
  return versions.map((version) => ({ ...version, pinned: fitting.has(version) }));
}

/**
 * Merges two histories, both oldest first. Each keeps its own order even if its clock went back;
 * between the two, the earlier version comes first.
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
