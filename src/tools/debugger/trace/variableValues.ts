import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { Condition } from '#tools/debugger/trace/condition/parseCondition.ts';
import { type Activations, NONE } from './activations.ts';
import { evaluate } from './condition/evaluate.ts';
import type { Occurrences } from './occurrences.ts';
import type { ProgramIndex } from './programIndex.ts';
import { type ComposedValue, NOTHING, type Part, withWritten } from './valueParts.ts';
import { nameOfParts, rootOf } from './writtenNames.ts';

/** What is known about a variable of an activation after a step. */
export type VariableValues = (variable: number, activation: number, step: number) => ComposedValue;

/** Number of records from one cached value to the next. */
const INTERVAL = 64;

/** Maximum number of cached histories. */
const MOST_KEPT = 256;

/** The records of one variable in one activation. */
interface History {
  readonly steps: Int32Array;
  /** Cached values before record 0, INTERVAL, and so on; filled on demand. */
  readonly known: ComposedValue[];
  /** The last answer: the value after `count` records. Queries often continue from it. */
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

/**
 * The start of the current iteration of the loop that declares a variable. Earlier values belong to
 * a previous instance.
 */
function createBirths(occurrences: Occurrences, { loopOfVariable }: ProgramIndex): Births {
  return (variable, activation, step) => {
    const loop = loopOfVariable[variable] ?? NONE;
    return loop === NONE ? NONE : occurrences.last(loop, activation, step);
  };
}

type LastWritten = (variable: number, activation: number, step: number) => TracedValue | null;

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

function createWriter(
  { steps, program }: Trace,
  { siteOf, ofStep }: Activations,
  names: ProgramIndex,
  lastWritten: LastWritten,
): (before: ComposedValue, step: number) => ComposedValue {
  const variableSites = new Map(names.sitesOfVariable.flat().map((each) => [each.site, each]));

  /** The value of an index, if the trace reveals it. */
  const computed = (index: Condition, site: number, step: number): number | null => {
    const place = program.sites[site];
    const value = evaluate(index, (name) => {
      const variable = place ? names.variableNamed(name, place) : NONE;
      // Composing values from parts would look up indices again, without end.
      const isWhole = names.hasParts[variable] === false;
      return isWhole ? lastWritten(variable, ofStep[step] ?? NONE, step) : null;
    });
    return value?.kind === 'number' && Number.isInteger(value.value) ? value.value : null;
  };
  return (before, step) => {
    const found = variableSites.get(siteOf[step] ?? NONE);
    const value = steps[step]?.value;
    if (!found || !value) return before;
    const { site, name } = found;
    const parts: Part[] = [];
    for (const part of found.parts ?? []) {
      const index = part.kind === 'computed-index' ? computed(part.index, site, step) : null;
      if (part.kind !== 'computed-index') parts.push(part);
      else if (index !== null) parts.push({ kind: 'index', index });
      else return withWritten(before, { name, parts, isUnknownElement: true, value });
    }
    const isUnknownElement = found.parts === null;
    const shown = isUnknownElement ? name : nameOfParts(rootOf(name), parts);
    return withWritten(before, { name: shown, parts, isUnknownElement, value });
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
