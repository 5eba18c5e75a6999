import { describe, expect, it } from 'vitest';
import type { Thread } from '#core/source/instrument/trace.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { findRaces, type Race } from './findRaces.ts';
import type { Access, AccessKind, AccessTable } from './logAccesses.ts';

interface Entry {
  readonly access: number;
  readonly thread: Thread;
  readonly element?: number;
  readonly barriers?: number;
  readonly call?: number;
}

/** A log as the shader writes it. */
function logOf(entries: readonly Entry[]) {
  const words = entries.flatMap(
    ({ access, thread: [x, y, z], element = 0, barriers = 0, call = 0 }) => [
      access | (barriers << 16) | (call << 24),
      x,
      y | (z << 20),
      element,
    ],
  );
  const count = entries.length;
  return { words: Uint32Array.from(words), first: 0, count, total: count };
}

function tableOf(
  accesses: readonly (readonly [kind: AccessKind, ...part: string[]])[],
  isShared = false,
): AccessTable {
  const slot = isShared ? null : { group: 0, binding: 0 };
  const kind = isShared ? 'shared' : 'buffer';
  return {
    accesses: accesses.map(([access, ...part], site): Access => {
      return { kind: access, resource: 0, site, part };
    }),
    resources: [{ name: 'cells', slot, kind, lengths: [], cells: null, isStored: true }],
    isCut: false,
  };
}

/** Groups have eight threads along x. */
function racesOf(table: AccessTable, entries: readonly Entry[]): Race[] {
  const found = new Map<string, Race>();
  runAtOnce(findRaces(logOf(entries), table, () => [8, 1, 1], found));
  return [...found.values()];
}

const STORES = tableOf([['store'], ['load']]);

describe('threads race for an element', () => {
  it('if one stores and another stores or loads', () => {
    expect(
      racesOf(STORES, [
        { access: 0, thread: [0, 0, 0] },
        { access: 1, thread: [1, 0, 0] },
      ]),
    ).toHaveLength(1);
    expect(
      racesOf(STORES, [
        { access: 0, thread: [1, 0, 0], element: 7 },
        { access: 0, thread: [0, 2, 3], element: 7 },
      ]).map(({ element, threads }) => [element, ...threads.map(({ thread }) => thread)]),
    ).toEqual([[7, [1, 0, 0], [0, 2, 3]]]);
  });

  it('not if both load, or one thread does both, or elements or calls differ', () => {
    expect(
      racesOf(STORES, [
        { access: 1, thread: [0, 0, 0] },
        { access: 1, thread: [1, 0, 0] },
        { access: 0, thread: [2, 0, 0], element: 3 },
        { access: 1, thread: [2, 0, 0], element: 3 },
        { access: 0, thread: [3, 0, 0], element: 4 },
        { access: 1, thread: [4, 0, 0], element: 4, call: 1 },
      ]),
    ).toEqual([]);
  });

  it('not if a barrier of their group is between them; other groups do not wait', () => {
    const later = (x: number): Entry[] => [
      { access: 0, thread: [0, 0, 0] },
      { access: 1, thread: [x, 0, 0], barriers: 1 },
    ];
    expect(racesOf(STORES, later(7))).toEqual([]);
    expect(racesOf(STORES, later(8))).toHaveLength(1);
  });

  it('not if both are atomic', () => {
    const table = tableOf([['atomic'], ['atomic load'], ['store']]);
    const two = (one: number, other: number): Entry[] => [
      { access: one, thread: [0, 0, 0] },
      { access: other, thread: [1, 0, 0] },
    ];
    expect(racesOf(table, two(0, 1))).toEqual([]);
    expect(racesOf(table, two(2, 1))).toHaveLength(1);
  });

  it('not if they use other parts of it, or parts that are only known when the program runs', () => {
    const table = tableOf([
      ['store', 'place'],
      ['load', 'speed'],
      ['load', 'place', 'x'],
      ['load', '[]'],
    ]);
    const two = (other: number): Entry[] => [
      { access: 0, thread: [0, 0, 0] },
      { access: other, thread: [1, 0, 0] },
    ];
    expect(racesOf(table, two(1))).toEqual([]);
    expect(racesOf(table, two(2))).toHaveLength(1);
    expect(racesOf(table, two(3))).toEqual([]);
  });

  it('not for shared memory of two groups', () => {
    const shared = tableOf([['store']], true);
    const two = (x: number): Entry[] => [
      { access: 0, thread: [0, 0, 0] },
      { access: 0, thread: [x, 0, 0] },
    ];
    expect(racesOf(shared, two(8))).toEqual([]);
    expect(racesOf(shared, two(7))).toHaveLength(1);
  });
});

it('lists a race of two statements once, with the number of elements', () => {
  const entries = [5, 3, 9].flatMap((element): Entry[] => [
    { access: 0, thread: [element, 0, 0], element },
    { access: 1, thread: [element + 20, 0, 0], element },
    { access: 1, thread: [element + 40, 0, 0], element },
  ]);
  expect(racesOf(STORES, entries)).toMatchObject([{ element: 3, elements: 3 }]);
});
