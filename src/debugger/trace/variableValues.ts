import { type Activations, NONE } from './activations.ts';
import { type ComposedValue, NOTHING, withWritten } from './composedValue.ts';
import { type Occurrences, upperBound } from './occurrences.ts';
import type { ProgramIndex, VariableSite } from './programIndex.ts';
import type { Trace, TracedValue } from './trace.ts';
import type { Part } from './valueParts.ts';

/** What a variable is in an activation after a step. */
export type VariableValues = (variable: number, activation: number, step: number) => ComposedValue;

/** Values after each so many records are kept. */
const INTERVAL = 64;

/** Histories that are kept. */
const MOST_KEPT = 256;

/** The records of one variable in one activation. */
interface History {
  /** In order. */
  readonly steps: Int32Array;
  /** What is known before record 0, INTERVAL, and so on; as far as it was asked for. */
  readonly known: ComposedValue[];
  /** What is known after so many records: the last answer, since questions often go on from it. */
  latest: { readonly count: number; readonly value: ComposedValue };
}

export function createVariableValues(
  trace: Trace,
  activations: Activations,
  occurrences: Occurrences,
  index: ProgramIndex,
): VariableValues {
  const bornAfter = createBirths(occurrences, index);
  const lastWritten = createLastWritten(trace, occurrences, index, bornAfter);
  const written = createWriter(trace, activations, index, lastWritten);
  const histories = new Map<number, History>();

  const historyOf = (variable: number, activation: number): History => {
    const key = activation * trace.program.variables.length + variable;
    const kept = histories.get(key);
    if (kept) return kept;
    if (histories.size >= MOST_KEPT) histories.clear();
    const runs = (index.sitesOfVariable[variable] ?? []).map(({ site }) =>
      occurrences.all(site, activation),
    );
    const latest = { count: 0, value: NOTHING };
    const history = { steps: merged(runs), known: [NOTHING], latest };
    histories.set(key, history);
    return history;
  };
  const composed = (variable: number, activation: number, step: number): ComposedValue => {
    const history = historyOf(variable, activation);
    const { steps, known } = history;
    const count = upperBound(steps, step);
    const kept = Math.min(Math.floor(count / INTERVAL), known.length - 1);
    let { count: at, value } = history.latest;
    if (at > count || at < kept * INTERVAL) {
      at = kept * INTERVAL;
      value = known[kept] ?? NOTHING;
    }
    for (; at < count; at += 1) {
      const record = steps[at] ?? NONE;
      const isNew = at > 0 && (steps[at - 1] ?? 0) < bornAfter(variable, activation, record);
      value = written(isNew ? NOTHING : value, record);
      if ((at + 1) % INTERVAL === 0) known[(at + 1) / INTERVAL] = value;
    }
    history.latest = { count, value };
    const isOver = (steps[count - 1] ?? NONE) < bornAfter(variable, activation, step);
    return isOver ? NOTHING : value;
  };
  return (variable, activation, step) => {
    if (index.hasParts[variable]) return composed(variable, activation, step);
    const whole = lastWritten(variable, activation, step);
    return whole ? { whole, rest: [] } : NOTHING;
  };
}

type Births = (variable: number, activation: number, step: number) => number;

/** When the current iteration of the loop that declares a variable began: values before are another's. */
function createBirths(occurrences: Occurrences, { loopOfVariable }: ProgramIndex): Births {
  return (variable, activation, step) => {
    const loop = loopOfVariable[variable] ?? NONE;
    return loop === NONE ? NONE : occurrences.last(loop, activation, step);
  };
}

type LastWritten = (variable: number, activation: number, step: number) => TracedValue | null;

/** The last value that a variable, or a part of it, was given. */
function createLastWritten(
  { steps }: Trace,
  occurrences: Occurrences,
  index: ProgramIndex,
  bornAfter: Births,
): LastWritten {
  return (variable, activation, step) => {
    let last = NONE;
    for (const { site } of index.sitesOfVariable[variable] ?? []) {
      last = Math.max(last, occurrences.last(site, activation, step));
    }
    return last < bornAfter(variable, activation, step) ? null : (steps[last]?.value ?? null);
  };
}

/** Gives what is known of a variable after one of its records. */
function createWriter(
  { steps, program }: Trace,
  { siteOf, ofStep }: Activations,
  index: ProgramIndex,
  lastWritten: LastWritten,
): (before: ComposedValue, step: number) => ComposedValue {
  const variableSites = new Map(index.sitesOfVariable.flat().map((each) => [each.site, each]));

  /** The index that a variable is, as far as the trace tells. */
  const indexNamed = (name: string, site: number, step: number): number | null => {
    const place = program.sites[site];
    const variable = place ? index.variableNamed(name, place) : NONE;
    if (index.hasParts[variable] !== false) return null;
    const value = lastWritten(variable, ofStep[step] ?? NONE, step);
    return value?.kind === 'number' && Number.isInteger(value.value) ? value.value : null;
  };
  const resolved = ({ site, parts }: VariableSite, step: number): readonly Part[] | null => {
    if (!parts) return null;
    const known: Part[] = [];
    for (const part of parts) {
      if (part.kind !== 'variable-index') known.push(part);
      else {
        const found = indexNamed(part.name, site, step);
        if (found === null) return null;
        known.push({ kind: 'index', index: found });
      }
    }
    return known;
  };
  return (before, step) => {
    const found = variableSites.get(siteOf[step] ?? NONE);
    const value = steps[step]?.value;
    if (!found || !value) return before;
    return withWritten(before, { name: found.name, parts: resolved(found, step), value });
  };
}

function merged(runs: readonly Int32Array[]): Int32Array {
  const filled = runs.filter(({ length }) => length > 0);
  const [only] = filled;
  if (filled.length === 1 && only) return only;
  const all = new Int32Array(filled.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const run of filled) {
    all.set(run, at);
    at += run.length;
  }
  return all.sort();
}
