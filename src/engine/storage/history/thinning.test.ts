import { describe, expect, it } from 'vitest';
import { type Capacity, type ThinnedVersion, versionsToDrop } from './versionTable.ts';

const MINUTE = 60_000;

/** Noon, in UTC. */
const NOW = Date.UTC(2026, 2, 1, 12);

const PLENTY: Capacity = { versions: 1000, characters: 1e9 };

/** A version by its age in minutes. Its id is its index in the list. */
type Given = number | [minutes: number, rest: Partial<ThinnedVersion>];

const ageOf = (given: Given) => (typeof given === 'number' ? given : given[0]);

function kept(given: readonly Given[], capacity: Capacity = PLENTY): number[] {
  const usual = { lineage: 'one', imported: false, pinned: false, characters: 10 };
  const versions = given.map((each, id) => ({
    ...{ id, time: NOW - ageOf(each) * MINUTE, ...usual },
    ...(typeof each !== 'number' && each[1]),
  }));
  const dropped = new Set(versionsToDrop(versions, capacity, NOW));
  return given.map(ageOf).filter((_, id) => !dropped.has(id));
}

const other = { lineage: 'other' };
const pinned = { pinned: true };
const imported = { imported: true };

/** In minutes. */
const DAY = 24 * 60;

describe('thinning by age keeps', () => {
  it.each<[string, Given[], number[]]>([
    ['every version of the last hour', [60, 59, 2, 1, 0], [60, 59, 2, 1, 0]],
    ['the last version of each clock hour', [200, 185, 150, 130, 61, 0], [185, 130, 61, 0]],
    ['the last version of each day before', [3000, 2940, 2100, 1560, 0], [2940, 1560, 0]],
    ['the last version of a lineage at any age', [1e6, [0, other]], [1e6, 0]],
    ['versions of two lineages', [130, [129, other], 128, [127, other], 0], [128, 127, 0]],
    ['pinned versions', [[190, pinned], 189, 188, 0], [190, 188, 0]],
    ['the last one before an import', [190, 189, [188, imported], [187, imported]], [189, 187]],
    ['versions that a wrong clock dated in the future', [-1e6, -1e6, 0], [-1e6, -1e6, 0]],
    ['the later version in the list after the clock was set back', [70, 80, 62], [62]],
    ['nothing in an empty list', [], []],
  ])('%s', (_, given, expected) => {
    expect(kept(given)).toEqual(expected);
  });

  it('the same versions when repeated', () => {
    const given = Array.from({ length: 500 }, (_, index) => (500 - index) * 7);
    const once = kept(given);
    expect(kept(once)).toEqual(once);
    expect(once).toHaveLength(8 + 23 + 2);
  });
});

describe('when the history is full', () => {
  const few = (versions: number): Capacity => ({ ...PLENTY, versions });
  const small = { ...PLENTY, characters: 40 };
  const lineages = ['a', 'b', 'c', 'd'].map((lineage, at): Given => [300 - 100 * at, { lineage }]);
  const imports: Given[] = [
    [9, imported],
    [8, { ...imported, ...other }],
  ];
  it.each<[string, Given[], Capacity, number[]]>([
    ['removes imported versions first', [10, ...imports, 7, 0], few(3), [10, 7, 0]],
    ['keeps the last version of a lineage', [[5e4, other], 40, 30, 20, 0], few(2), [5e4, 0]],
    ['removes the oldest last version first', lineages, few(2), [100, 0]],
    ['keeps pinned versions', [[40, pinned], [30, pinned], 20, 0], few(3), [40, 30, 0]],
    ['keeps the newest version', [[40, pinned], [30, pinned], 0], few(1), [40, 30, 0]],
    ['counts characters', [40, [30, { characters: 80 }], 20, 0], small, [20, 0]],
  ])('%s', (_, given, capacity, expected) => {
    expect(kept(given, capacity)).toEqual(expected);
  });

  it('removes the version that leaves the smallest gap for its age', () => {
    const far = [3 * DAY, 2 * DAY, DAY, 120, 30];
    expect(kept([...far, 20, 19, 0], few(7))).toEqual([...far, 19, 0]);
  });

  it('keeps the work of earlier days through an hour of live editing', () => {
    const days = [5, 4, 3, 2, 1].flatMap((day): Given[] => {
      const last = { lineage: `of day ${day}` };
      return [day * DAY + 30, [day * DAY, last]];
    });
    const live: Given[] = Array.from({ length: 900 }, (_, index) => [(900 - index) / 15, other]);
    const left = kept([...days, ...live], few(400));
    expect(left).toHaveLength(400);
    expect(left.slice(0, 10)).toEqual(days.map(ageOf));
  });

  it('keeps the user’s own versions through an import dated in the future', () => {
    const many = (length: number, make: (index: number, lineage: string) => Given) =>
      Array.from({ length }, (_, index) => make(index, `text ${index}`));
    const own = many(20, (index, lineage) => [(20 - index) * DAY, { lineage }]);
    const future = many(380, (index, lineage) => [-DAY * (index + 1), { ...imported, lineage }]);
    const runs = many(380, (index) => [380 - index, other]);
    const left = kept([...own, ...future, ...runs], few(100));
    expect(left).toHaveLength(100);
    expect(left.filter((minutes) => minutes >= 0)).toEqual(kept([...own, ...runs]));
  });
});
