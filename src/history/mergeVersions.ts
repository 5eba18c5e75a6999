import type { Room } from './room.ts';
import type { DatedVersion } from './version.ts';

/**
 * Those of `imported` that are not `here`: another text, or the same text of another time. What is
 * dated after `now` gets that time, lest it stay ahead of what comes; of such, the text alone counts.
 */
export function missingVersions(
  here: readonly DatedVersion[],
  imported: readonly DatedVersion[],
  now: number,
): DatedVersion[] {
  const keyOf = ({ time, text }: DatedVersion) => `${time}:${text}`;
  const known = new Set(here.map(keyOf));
  const texts = new Set(here.map(({ text }) => text));
  return imported.flatMap((version) => {
    const isMissing = version.time > now ? !texts.has(version.text) : !known.has(keyOf(version));
    known.add(keyOf(version));
    texts.add(version.text);
    return isMissing ? [{ ...version, time: Math.min(version.time, now) }] : [];
  });
}

/** The newest that there is room for, of versions that are oldest first, and in their order. */
export function newestThatFit(room: Room, versions: readonly DatedVersion[]): DatedVersion[] {
  let { versions: places, characters } = room;
  const fitting = versions.toReversed().filter(({ text }) => {
    if (places < 1 || text.length > characters) return false;
    places -= 1;
    characters -= text.length;
    return true;
  });
  return fitting.toReversed();
}

/** The versions with the pins that there is room for, newest first; the others lose theirs. */
export function withPinsThatFit(room: Room, versions: readonly DatedVersion[]): DatedVersion[] {
  const pinned = versions.filter((version) => version.pinned);
  const fitting = new Set(newestThatFit(room, pinned));
  return versions.map((version) => ({ ...version, pinned: fitting.has(version) }));
}

/**
 * Two histories as one, both oldest first. Each keeps its order, whatever its clock did; between the
 * two, the earlier goes first.
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
