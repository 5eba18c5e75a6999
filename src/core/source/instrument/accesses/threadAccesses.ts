import type { Thread } from '#core/source/instrument/trace.ts';
import { type AccessLog, accessAt, LOADED } from './decodeAccesses.ts';
import { type Access, type AccessTable, isStore } from './logAccesses.ts';

/** An access of the traced thread. */
export interface ThreadAccess {
  readonly access: Access;
  readonly element: number;
  readonly call: number;
  readonly barriers: number;
  readonly thread: Thread;
  /** Whether the thread has stored to this element before. */
  readonly isOwn: boolean;
  /** The bits of the numbers in the element, as they were; empty if unknown. */
  readonly bits: readonly number[];
}

/** The number of the site at which a thread begins. */
const BEGINNING = 0x7fff;

/**
 * The accesses of a thread by step. An access belongs to the step that tells the result of its
 * statement.
 *
 * @param sites of the steps of the same thread, in order
 */
export function accessesByStep(
  log: AccessLog,
  { accesses }: AccessTable,
  sites: readonly number[],
): ReadonlyMap<number, readonly ThreadAccess[]> {
  const first = lastBeginning(log);
  const steps = stepsOfSites(log, first, sites);
  const found = new Map<number, ThreadAccess[]>();
  /** The next step of each site, looking forward from the entry. */
  const nextOf = new Map<number, number>();
  let next = sites.length - 1;
  const own = ownElements(log, first, accesses);
  let bits: number[] = [];
  for (let index = log.count - 1; index >= first; index -= 1) {
    const entry = accessAt(log, index);
    const step = steps.get(index);
    if (entry.isSite) {
      if (step === undefined) continue;
      nextOf.set(entry.number, step);
      next = step;
      continue;
    }
    if (entry.stored !== null && entry.number === LOADED) bits[entry.element] = entry.stored;
    const access = entry.stored === null ? accesses[entry.number] : undefined;
    if (!access) continue;
    const at = (access.site === null ? undefined : nextOf.get(access.site)) ?? next;
    const { element, call, barriers, thread } = entry;
    const isOwn = own.has(index);
    const known = found.get(at) ?? [];
    const isRepeated = known.some(
      (each) => each.element === element && isSamePlace(each.access, access),
    );
    if (!isRepeated) {
      found.set(at, [{ access, element, call, barriers, thread, isOwn, bits }, ...known]);
    }
    bits = [];
  }
  return found;
}

function isSamePlace(one: Access, other: Access): boolean {
  return one.resource === other.resource && one.kind === other.kind;
}

/** The entry at which the thread began for the last time: the trace is of that time. */
export function lastBeginning(log: AccessLog): number {
  for (let index = log.count - 1; index > 0; index -= 1) {
    const { isSite, number } = accessAt(log, index);
    if (isSite && number === BEGINNING) return index;
  }
  return 0;
}

/** The step of each entry that is a site. */
export function stepsOfSites(
  log: AccessLog,
  first: number,
  sites: readonly number[],
): ReadonlyMap<number, number> {
  const stepsOf = new Map<number, number[]>();
  for (const [step, site] of sites.entries()) {
    const steps = stepsOf.get(site);
    if (steps) steps.push(step);
    else stepsOf.set(site, [step]);
  }
  const counts = new Map<number, number>();
  const found = new Map<number, number>();
  for (let index = first; index < log.count; index += 1) {
    const { isSite, number } = accessAt(log, index);
    if (!isSite) continue;
    const count = counts.get(number) ?? 0;
    counts.set(number, count + 1);
    const step = stepsOf.get(number)?.[count];
    if (step !== undefined) found.set(index, step);
  }
  return found;
}

/** The entries of accesses to elements that the thread has stored to before. */
function ownElements(
  log: AccessLog,
  first: number,
  accesses: AccessTable['accesses'],
): ReadonlySet<number> {
  const stored = new Set<string>();
  const found = new Set<number>();
  for (let index = first; index < log.count; index += 1) {
    const { isSite, stored: isValue, number, element } = accessAt(log, index);
    const access = isSite || isValue !== null ? undefined : accesses[number];
    if (!access) continue;
    const key = `${access.resource} ${element}`;
    if (stored.has(key)) found.add(index);
    if (isStore(access.kind)) stored.add(key);
  }
  return found;
}
