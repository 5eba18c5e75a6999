import type { Site } from '#core/source/instrument/site.ts';
import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { partitionPoint, upperBound } from '#core/util/partitionPoint.ts';
import { type Activations, NONE } from './activations.ts';
import type { Occurrences } from './occurrences.ts';
import type { ProgramIndex } from './programIndex.ts';
import type { LineValues } from './replay.ts';
import { readWrittenName } from './writtenNames.ts';

/** Tells what the lines show at a step. */
export function createLineValues(
  trace: Trace,
  activations: Activations,
  occurrences: Occurrences,
  index: ProgramIndex,
): (step: number) => readonly LineValues[] {
  const activationsOfFunction = groupActivations(activations, trace.program.functions.length);
  const names = trace.program.sites.map(nameShown);
  return (step) => {
    if (step < 0) return [];
    const lines = new Map<number, LineUse>();
    const current = currentActivations(activations, step);
    for (const [called, all] of activationsOfFunction.entries()) {
      // Of the call that is not over, else of the last one.
      const activation = current.get(called) ?? lastBegun(all, activations, step);
      if (activation === NONE) continue;
      for (const site of index.sitesOfFunction[called] ?? []) {
        const last = occurrences.last(site.id, activation, step);
        if (last === NONE) continue;
        const use = lines.get(site.line) ?? { passes: 0, iterations: 0, values: new Map() };
        lines.set(site.line, use);
        addUse(use, site, occurrences.count(site.id, activation, step));
        const value = trace.steps[last]?.value;
        const name = names[site.id];
        if (value && name) addValue(use, name, value, last);
      }
    }
    return [...lines.entries()].map(([line, use]) => lineValuesOf(line, use));
  };
}

interface LineUse {
  /** Of the site that was passed most. */
  passes: number;
  /** Of a loop that begins in the line. */
  iterations: number;
  readonly values: Map<string, { readonly value: TracedValue; readonly step: number }>;
}

function addUse(use: LineUse, { event }: Site, count: number): void {
  if (event.kind === 'iteration') use.iterations = Math.max(use.iterations, count);
  else use.passes = Math.max(use.passes, count);
}

function addValue({ values }: LineUse, name: string, value: TracedValue, step: number): void {
  const known = values.get(name);
  if (!known || known.step < step) values.set(name, { value, step });
}

function lineValuesOf(line: number, { passes, iterations, values }: LineUse): LineValues {
  const shown = Array.from(values, ([name, { value }]) => ({ name, value }));
  // The condition of a loop is tested once more than the loop repeats.
  return { line, values: shown, count: iterations > 0 ? iterations : passes };
}

/** What a line calls the value of a site; null if it does not show it. */
function nameShown({ event }: Site): string | null {
  switch (event.kind) {
    case 'value':
      return event.name;
    case 'return':
      return 'return';
    case 'store':
      return 'picture';
    case 'condition':
      return readWrittenName(event.text) ? event.text : null;
    default:
      return null;
  }
}

/** By function: its activations, in order. */
function groupActivations({ functions }: Activations, count: number): readonly number[][] {
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (const [activation, called] of functions.entries()) groups[called]?.push(activation);
  return groups;
}

/** By function: the innermost call that is not over. */
function currentActivations(
  { ofStep, functions, parents }: Activations,
  step: number,
): ReadonlyMap<number, number> {
  const current = new Map<number, number>();
  let activation = ofStep[step] ?? NONE;
  while (activation !== NONE) {
    const called = functions[activation] ?? NONE;
    if (!current.has(called)) current.set(called, activation);
    activation = parents[activation] ?? NONE;
  }
  return current;
}

function lastBegun(all: readonly number[], { firstSteps }: Activations, step: number): number {
  const hasBegun = (index: number) => (firstSteps[all[index] ?? NONE] ?? 0) <= step;
  return all[partitionPoint(0, all.length, hasBegun) - 1] ?? NONE;
}

/** Lines with sites of which the trace has none. Sites that are never recorded do not count. */
export function linesNotExecuted(trace: Trace, { siteOf }: Activations): ReadonlySet<number> {
  const { sites, unseen } = trace.program;
  const seen = new Uint8Array(sites.length + 1);
  for (let step = 0; step < siteOf.length; step += 1) seen[siteOf[step] ?? 0] = 1;
  const executed = new Set<number>();
  for (const { id, line } of sites) if (seen[id]) executed.add(line);
  const starts = unseen.toSorted((one, other) => one.from - other.from);
  const ends = furthestEnds(starts);
  const froms = starts.map(({ from }) => from);
  const isUnseen = ({ from, to }: Site) => (ends[upperBound(froms, from) - 1] ?? NONE) >= to;
  const lines = new Set<number>();
  for (const site of sites) {
    if (!executed.has(site.line) && !isUnseen(site)) lines.add(site.line);
  }
  return lines;
}

/** The furthest end of each span and those before it. */
function furthestEnds(spans: readonly { readonly to: number }[]): readonly number[] {
  let furthest = NONE;
  return spans.map(({ to }) => {
    furthest = Math.max(furthest, to);
    return furthest;
  });
}
