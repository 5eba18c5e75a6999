import { describe, expect, it } from 'vitest';
import type { Capacity } from './capacity.ts';
import { type ThinnedVersion, versionsToDrop } from './versionTable.ts';

const MINUTE = 60_000;

/** Noon, in UTC. */
const NOW = Date.UTC(2026, 2, 1, 12);

const PLENTY: Capacity = { versions: 1000, characters: 1e9 };

/** A version by its age in minutes. Its id is its index in the list. */
type Given = [minutes: number, rest?: Partial<ThinnedVersion>];

function kept(given: readonly Given[], capacity: Capacity = PLENTY): number[] {
  const versions = given.map(([minutes, rest], index) => ({
    id: index,
    time: NOW - minutes * MINUTE,
    lineage: 'one',
    imported: false,
    pinned: false,
    characters: 10,
    ...rest,
  }));
  const dropped = new Set(versionsToDrop(versions, capacity, NOW));
  return versions.flatMap(({ id }) => (dropped.has(id) ? [] : [given[id]?.[0] ?? Number.NaN]));
}

const other = { lineage: 'other' };
const pinned = { pinned: true };
const imported = { imported: true };

describe('thinning by age keeps', () => {
  it.each<[string, Given[], number[]]>([
    ['every version of the last hour', [[60], [59], [2], [1], [0]], [60, 59, 2, 1, 0]],
    [
      'the last version of each clock hour of the last day',
      [[200], [190], [185], [150], [130], [61], [0]],
      [185, 130, 61, 0],
    ],
    [
      'the last version of each day before that',
      [[50 * 60], [49 * 60], [35 * 60], [26 * 60], [0]],
      [49 * 60, 26 * 60, 0],
    ],
    ['the last version of a lineage at any age', [[1e6], [0, other]], [1e6, 0]],
    [
      'versions of different lineages in the same hour',
      [[130], [129, other], [128], [127, other], [0]],
      [128, 127, 0],
    ],
    ['pinned versions', [[190, pinned], [189], [188], [0]], [190, 188, 0]],
    [
      'the last version even if an import has a later one of its lineage',
      [[190], [189], [188, imported], [187, imported]],
      [189, 187],
    ],
    ['versions that a wrong clock dated in the future', [[-1e6], [-1e6], [0]], [-1e6, -1e6, 0]],
    ['the later version in the list after the clock was set back', [[70], [80], [62]], [62]],
    ['nothing in an empty list', [], []],
  ])('%s', (_, given, expected) => {
    expect(kept(given)).toEqual(expected);
  });

  it('the same versions when repeated', () => {
    const given: Given[] = Array.from({ length: 500 }, (_, index) => [(500 - index) * 7]);
    const once = kept(given);
    expect(kept(once.map((minutes) => [minutes]))).toEqual(once);
    expect(once).toHaveLength(8 + 23 + 2);
  });
});

describe('when the history is full', () => {
  const few = (versions: number): Capacity => ({ ...PLENTY, versions });

  it.each<[string, Given[], Capacity, number[]]>([
    [
      'removes imported versions before the user’s own, even the last one of a lineage',
      [[10], [9, imported], [8, { ...imported, ...other }], [7], [0]],
      few(3),
      [10, 7, 0],
    ],
    [
      'removes the version that leaves the smallest gap for its age',
      [[3 * 24 * 60], [2 * 24 * 60], [24 * 60], [120], [30], [20], [19], [0]],
      few(7),
      [3 * 24 * 60, 2 * 24 * 60, 24 * 60, 120, 30, 19, 0],
    ],
    [
      'removes the last version of a lineage after all others',
      [[5e4, other], [40], [30], [20], [0]],
      few(2),
      [5e4, 0],
    ],
    [
      'removes the oldest last version first',
      [
        [300, { lineage: 'a' }],
        [200, { lineage: 'b' }],
        [100, { lineage: 'c' }],
        [0, { lineage: 'd' }],
      ],
      few(2),
      [100, 0],
    ],
    ['keeps pinned versions', [[40, pinned], [30, pinned], [20], [0]], few(3), [40, 30, 0]],
    ['keeps the newest version', [[40, pinned], [30, pinned], [0]], few(1), [40, 30, 0]],
    [
      'counts characters too',
      [[40], [30, { characters: 80 }], [20], [0]],
      { ...PLENTY, characters: 40 },
      [20, 0],
    ],
  ])('%s', (_, given, capacity, expected) => {
    expect(kept(given, capacity)).toEqual(expected);
  });

  it('keeps the work of earlier days through an hour of live editing', () => {
    const days: Given[] = [5, 4, 3, 2, 1].flatMap((day) => [
      [day * 24 * 60 + 30],
      [day * 24 * 60, { lineage: `of day ${day}` }],
    ]);
    const live: Given[] = Array.from({ length: 900 }, (_, index) => [(900 - index) / 15, other]);
    const left = kept([...days, ...live], few(400));
    expect(left).toHaveLength(400);
    expect(left.slice(0, 10)).toEqual(days.map(([minutes]) => minutes));
  });

  it('keeps the user’s own versions through an import dated in the future', () => {
    const own: Given[] = Array.from({ length: 20 }, (_, index) => [
      (20 - index) * 24 * 60,
      { lineage: `text ${index}` },
    ]);
    const future: Given[] = Array.from({ length: 380 }, (_, index) => [
      -24 * 60 * (index + 1),
      { imported: true, lineage: `text ${index}` },
    ]);
    const runs: Given[] = Array.from({ length: 380 }, (_, index) => [380 - index, other]);
    const left = kept([...own, ...future, ...runs], few(100));
    expect(left).toHaveLength(100);
    expect(left.filter((minutes) => minutes >= 0)).toEqual(kept([...own, ...runs]));
  });
});
