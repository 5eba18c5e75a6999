import type { DatedVersion } from './version.ts';

/**
 * Two histories as one, both oldest first. Each keeps its order, whatever its clock did; between the
 * two, the earlier goes first. What both have, the same text at the same time, comes once.
 */
export function mergeVersions<One extends DatedVersion, Other extends DatedVersion>(
  here: readonly One[],
  imported: readonly Other[],
): (One | Other)[] {
  const keyOf = ({ time, text }: DatedVersion) => `${time}:${text}`;
  const known = new Set(here.map(keyOf));
  const added = imported.filter((version) => {
    const isNew = !known.has(keyOf(version));
    known.add(keyOf(version));
    return isNew;
  });
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
