import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { type Activations, NONE } from './activations.ts';
import type { Call } from './callStack.ts';
import type { ComposedValue } from './composedValue.ts';
import { ownerOf } from './names.ts';
import type { Occurrences } from './occurrences.ts';
import type { ProgramIndex } from './programIndex.ts';
import type { VariableValue } from './replay.ts';
import { isSameValue } from './valueParts.ts';
import type { VariableValues } from './variableValues.ts';

type NamedValue = Omit<VariableValue, 'before'>;

/** Tells what a call's variables are at a step. */
export function createVariableRows(
  trace: Trace,
  activations: Activations,
  occurrences: Occurrences,
  index: ProgramIndex,
  valuesOf: VariableValues,
): (call: Call, step: number) => readonly VariableValue[] {
  const { variables, sites } = trace.program;
  const rowsOf = (variable: number, activation: number, step: number) =>
    namedValues(variables[variable]?.name ?? '', valuesOf(variable, activation, step));
  /** Of members of the object, global variables and buffers. */
  const otherValue = (own: readonly number[], activation: number, step: number) => {
    let last = NONE;
    for (const site of own) last = Math.max(last, occurrences.last(site, activation, step));
    return trace.steps[last]?.value ?? null;
  };
  return ({ activation, place }, step) => {
    const site = activations.ofStep[step] === activation ? activations.siteOf[step] : undefined;
    const event = sites[site ?? NONE]?.event;
    const written = event?.kind === 'value' ? event.variable : null;
    const rows: VariableValue[] = [];
    for (const variable of index.visibleAt(place)) {
      const owner = ownerOf(trace, activations, variable, activation);
      if (owner === NONE) continue;
      const now = rowsOf(variable, owner, step);
      const isWritten = written === variable;
      const before = isWritten ? rowsOf(variable, owner, step - 1) : [];
      for (const row of now) rows.push(withBefore(row, before));
    }
    const others = index.othersOfFunction[activations.functions[activation] ?? NONE] ?? [];
    for (const [name, own] of others) {
      const value = otherValue(own, activation, step);
      if (!value) continue;
      const before = own.includes(site ?? NONE) ? otherValue(own, activation, step - 1) : null;
      rows.push(withBefore({ name, value }, before ? [{ name, value: before }] : []));
    }
    return rows;
  };
}

function namedValues(name: string, { whole, rest }: ComposedValue): readonly NamedValue[] {
  return whole ? [{ name, value: whole }, ...rest] : rest;
}

function withBefore({ name, value }: NamedValue, all: readonly NamedValue[]): VariableValue {
  const before: TracedValue | undefined = all.find((row) => row.name === name)?.value;
  return { name, value, before: before && !isSameValue(before, value) ? before : null };
}
