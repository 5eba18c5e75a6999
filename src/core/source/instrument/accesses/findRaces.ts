import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { Sliced } from '#core/util/slices.ts';
import { type AccessLog, accessAt, elementAt, type LoggedAccess } from './decodeAccesses.ts';
import { type Access, type AccessTable, isStore } from './logAccesses.ts';

/** Two threads of one call that access one element without order, one of them storing to it. */
export interface Race {
  /** Index among the resources of the table. */
  readonly resource: number;
  /** The first element. */
  readonly element: number;
  /** Index of the call. */
  readonly call: number;
  /** Two threads that race for that element, by their ids. */
  readonly threads: readonly [RacingThread, RacingThread];
  /** How many elements the same two statements race for. */
  readonly elements: number;
}

export interface RacingThread {
  readonly thread: Thread;
  readonly access: Access;
}

/** How many entries of an element are compared with later ones, for each of loads and stores. */
const MOST_KEPT = 16;

/** Entries between two chances to pause. */
const SLICE = 8192;

/**
 * Finds the races in a log. In a thread group, barriers order accesses; groups have no order among
 * each other.
 *
 * @param groupSizeOf the size of a call's thread groups
 * @param found the races of earlier parts, to which those of this one are added
 */
export function* findRaces(
  log: AccessLog,
  { accesses, resources }: AccessTable,
  groupSizeOf: (call: number) => ThreadGroupSize,
  found: Map<string, Race>,
): Sliced<void> {
  const elements = yield* entriesByElement(log, (entry) => {
    const access = accesses[entry.number];
    if (!access || entry.isSite) return null;
    const isShared = resources[access.resource]?.slot === null;
    const group = isShared ? groupOf(entry.thread, groupSizeOf(entry.call)) : '';
    return `${access.resource} ${entry.element} ${entry.call} ${group}`;
  });
  let count = 0;
  for (const entries of elements) {
    if (entries.length > 1) compare(entries);
    count += entries.length;
    if (count < SLICE) continue;
    count = 0;
    yield;
  }

  function compare(indices: readonly number[]) {
    const kept: { readonly stores: Kept[]; readonly loads: Kept[] } = { stores: [], loads: [] };
    const told = new Set<string>();
    for (const index of indices) {
      const entry = accessAt(log, index);
      const access = accesses[entry.number];
      if (!access) continue;
      const isLoad = !isStore(access.kind);
      const now = { entry, access, group: groupOf(entry.thread, groupSizeOf(entry.call)) };
      const others = isLoad ? [kept.stores] : [kept.stores, kept.loads];
      for (const other of others.flat()) if (race(other, now)) add(other, now, told);
      keep(isLoad ? kept.loads : kept.stores, now);
    }
  }

  function add(one: Kept, other: Kept, told: Set<string>) {
    const sites = [one.access, other.access].map(({ site }) => site ?? -1);
    const { resource } = one.access;
    const key = [one.entry.call, resource, ...sites.toSorted((a, b) => a - b)].join(' ');
    if (told.has(key)) return;
    told.add(key);
    const before = found.get(key);
    const elements = (before?.elements ?? 0) + 1;
    if (before && before.element < one.entry.element) {
      found.set(key, { ...before, elements });
      return;
    }
    const { call, element } = one.entry;
    const threads = inOrder(one, other);
    found.set(key, { resource, element, call, threads, elements });
  }
}

function inOrder(one: Kept, other: Kept): Race['threads'] {
  const [first, second] = isBefore(other.entry.thread, one.entry.thread)
    ? [other, one]
    : [one, other];
  return [racing(first), racing(second)];
}

function racing({ entry, access }: Kept): RacingThread {
  return { thread: entry.thread, access };
}

/** Whether a thread comes before another, x fastest. */
function isBefore(one: Thread, other: Thread): boolean {
  return (one[2] - other[2] || one[1] - other[1] || one[0] - other[0]) < 0;
}

interface Kept {
  readonly entry: LoggedAccess;
  readonly access: Access;
  readonly group: string;
}

/** Keeps one entry for each thread, place and barrier. */
function keep(all: Kept[], now: Kept): void {
  const isKnown = all.some(
    ({ entry }) =>
      entry.number === now.entry.number &&
      entry.barriers === now.entry.barriers &&
      isSameThread(entry.thread, now.entry.thread),
  );
  if (!isKnown && all.length < MOST_KEPT) all.push(now);
}

function race(one: Kept, other: Kept): boolean {
  if (isSameThread(one.entry.thread, other.entry.thread)) return false;
  if (isAtomic(one.access) && isAtomic(other.access)) return false;
  if (one.group === other.group && one.entry.barriers !== other.entry.barriers) return false;
  return overlap(one.access.part, other.access.part);
}

function isAtomic({ kind }: Access): boolean {
  return kind === 'atomic' || kind === 'atomic load';
}

/** Whether two parts of an element certainly have memory in common. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (one[at] === '[]' || other[at] === '[]' || one[at] !== other[at]) return false;
  }
  return true;
}

function isSameThread(one: Thread, other: Thread): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
}

function groupOf(thread: Thread, size: ThreadGroupSize): string {
  return thread.map((id, axis) => Math.floor(id / (size[axis] ?? 1))).join(' ');
}

/**
 * The indices of the entries of each element that has several. In typed arrays, because a log may
 * have millions of entries.
 */
function* entriesByElement(
  log: AccessLog,
  keyOf: (entry: LoggedAccess) => string | null,
): Sliced<Iterable<readonly number[]>> {
  const size = 2 ** Math.ceil(Math.log2(log.count + 1));
  const shift = 32 - Math.log2(size);
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(log.count);
  for (let index = 0; index < log.count; index += 1) {
    if (index % SLICE === 0) yield;
    const bucket = Math.imul(elementAt(log, index), 0x9e37_79b1) >>> shift;
    before[index] = last[bucket] ?? -1;
    last[bucket] = index;
  }
  return inBuckets(last, before, (index) => keyOf(accessAt(log, index)));
}

function* inBuckets(
  last: Int32Array,
  before: Int32Array,
  keyOf: (index: number) => string | null,
): Iterable<readonly number[]> {
  for (const newest of last) {
    // Most buckets have one entry or none, and nothing to compare.
    if ((before[newest] ?? -1) < 0) continue;
    const elements = new Map<string, number[]>();
    for (let index = newest; index >= 0; index = before[index] ?? -1) {
      const key = keyOf(index);
      if (key === null) continue;
      const known = elements.get(key);
      if (known) known.push(index);
      else elements.set(key, [index]);
    }
    yield* elements.values();
  }
}
