import { scalarOf } from '#core/source/instrument/decodeTrace.ts';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { type AccessLog, accessAt } from './decodeAccesses.ts';
import type { AccessedResource, AccessTable } from './logAccesses.ts';
import { lastBeginning, stepsOfSites } from './threadAccesses.ts';

/** A variable in memory that the group of the traced thread shares, at a step. */
export interface SharedVariable {
  readonly resource: AccessedResource;
  /** By cell; null for what no thread of the group has stored yet. */
  readonly values: readonly (TracedValue | null)[];
  /** The cells that changed since the step before. */
  readonly changed: ReadonlySet<number>;
}

interface Store {
  readonly resource: number;
  readonly cell: number;
  readonly bits: number;
  /** The first step that sees it. */
  readonly step: number;
}

/**
 * Reads the stores to shared memory from the log of a thread. Returns a function that gives the
 * variables at a step.
 *
 * @param sites of the steps, in order
 */
export function readSharedMemory(
  log: AccessLog,
  { resources }: AccessTable,
  sites: readonly number[],
): (step: number) => readonly SharedVariable[] {
  const stores = storesIn(log, sites);
  const shown = resources.flatMap((resource, index) => {
    const { kind, cells, lengths } = resource;
    if (kind !== 'shared' || !cells) return [];
    const count = lengths.reduce((one, other) => one * other, cells.count);
    return [{ resource, index, count, code: cells.code }];
  });
  return (step) =>
    shown.map(({ resource, index, count, code }) => {
      const values: (TracedValue | null)[] = new Array(count).fill(null);
      const changed = new Set<number>();
      for (const store of stores) {
        if (store.step > step) break;
        if (store.resource !== index || store.cell >= count) continue;
        values[store.cell] = scalarOf(store.bits, code) ?? null;
        if (store.step === step) changed.add(store.cell);
      }
      return { resource, values, changed };
    });
}

/** In the order of the log. */
function storesIn(log: AccessLog, sites: readonly number[]): readonly Store[] {
  const first = lastBeginning(log);
  const now = accessAt(log, first).call;
  const steps = stepsOfSites(log, first, sites);
  const found: Store[] = [];
  let step = sites.length - 1;
  for (let index = log.count - 1; index >= 0; index -= 1) {
    const { stored, number, element, call } = accessAt(log, index);
    step = steps.get(index) ?? step;
    if (stored !== null && call === now)
      found.push({ resource: number, cell: element, bits: stored, step });
  }
  return found.reverse();
}
