import { lineOf } from '#core/source/instrument/places.ts';
import type { Site } from '#core/source/instrument/site.ts';
import type { Trace, TracedValue } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { once } from '#core/util/once.ts';
import { partitionPoint, upperBound } from '#core/util/partitionPoint.ts';
import { runAtOnce, type Sliced } from '#core/util/slices.ts';
import { evaluatePath, holds } from '#tools/debugger/trace/condition/evaluate.ts';
import {
  type Condition,
  parseCondition,
  parseWatch,
} from '#tools/debugger/trace/condition/parseCondition.ts';
import { type Activations, NONE, readActivations } from './activations.ts';
import { type Call, callAt, callsAt } from './callStack.ts';
import { hasNonFinite } from './formatValue.ts';
import { createNames, ownerOf } from './names.ts';
import { createOccurrences, type Occurrences, sortedBy } from './occurrences.ts';
import { indexProgramInSlices, type ProgramIndex } from './programIndex.ts';
import type { Breakpoint, LineValues, Movement, Replay, VariableValue } from './replay.ts';
import { type ComposedValue, isSameValue } from './valueParts.ts';
import { createVariableValues, type VariableValues } from './variableValues.ts';
import { readWrittenName } from './writtenNames.ts';

/** Builds the trace's indexes on the first query. */
export function createReplay(trace: Trace): Replay {
  return replayOf(trace, () => runAtOnce(readTrace(trace)));
}

export function* createReplayInSlices(trace: Trace): Sliced<Replay> {
  const readings = yield* readTrace(trace);
  return replayOf(trace, () => readings);
}

type Readings = ReturnType<typeof readTrace> extends Sliced<infer T> ? T : never;

function replayOf(trace: Trace, read: () => Readings): Replay {
  const last = trace.steps.length - 1;
  const readings = once(read);
  const notExecuted = once(() => linesNotExecuted(trace, readings().activations));
  const clamp = (step: number) =>
    Number.isNaN(step) ? 0 : Math.min(Math.max(Math.round(step), Math.min(last, 0)), last);
  const find = (step: number, frame = 0): Call | undefined =>
    callAt(trace, readings().activations, clamp(step), frame);
  return {
    trace,
    last,
    lineAt: (step) => find(step)?.place.line ?? 1,
    callStackAt(step) {
      const { activations } = readings();
      return callsAt(trace, activations, clamp(step)).map(({ activation, place }) => ({
        function: trace.program.functions[activations.functions[activation] ?? -1]?.name ?? '?',
        line: place.line,
        enteredAt: activations.firstSteps[activation] ?? 0,
      }));
    },
    variablesAt(step, frame) {
      const call = find(step, frame);
      return call ? readings().rows(call, clamp(step)) : [];
    },
    watch(step, expression, frame) {
      const call = find(step, frame);
      const path = parseWatch(expression);
      if (!call || !path.ok) return null;
      const { names } = readings();
      return evaluatePath(path.value, (name) => names.valueOf(name, call, clamp(step)));
    },
    valuesAt: (step) => readings().valuesOfLines(clamp(step)),
    get notExecuted() {
      return notExecuted();
    },
    move(step, movement) {
      const from = clamp(step);
      if (from < 0) return from;
      const to = readings().movements(from, movement);
      return to < 0 ? from : to;
    },
  };
}

function* readTrace(trace: Trace) {
  const activations = yield* readActivations(trace);
  const occurrences = yield* createOccurrences(activations, trace.program.sites.length);
  const index = yield* indexProgramInSlices(trace.program);
  yield;
  const valuesOf = createVariableValues(trace, activations, occurrences, index);
  const names = createNames(trace, activations, occurrences, index, valuesOf);
  return {
    activations,
    names,
    rows: createVariableRows(trace, activations, occurrences, index, valuesOf),
    valuesOfLines: createLineValues(trace, activations, occurrences, index),
    movements: createMovements(trace, activations, (condition, step) => {
      const call = callAt(trace, activations, step);
      return call !== undefined && holds(condition, (name) => names.valueOf(name, call, step));
    }),
  };
}

type NamedValue = Omit<VariableValue, 'before'>;

function createVariableRows(
  trace: Trace,
  activations: Activations,
  occurrences: Occurrences,
  index: ProgramIndex,
  valuesOf: VariableValues,
): (call: Call, step: number) => readonly VariableValue[] {
  const { variables, sites } = trace.program;
  const rowsOf = (variable: number, activation: number, step: number) =>
    namedValues(variables[variable]?.name ?? '', valuesOf(variable, activation, step));
  /** For members of the object, global variables and buffers. */
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

function createLineValues(
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
      // Prefer the call in progress, then the last one.
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
  /** Count of the site with the most records. */
  passes: number;
  /** Iterations of a loop that begins on the line. */
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
  // A loop tests its condition once more than it iterates.
  return { line, values: shown, count: iterations > 0 ? iterations : passes };
}

/** The label for a site's value beside its line; null if it is not shown. */
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

/** By function: the innermost call in progress. */
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

/** Lines with sites that the trace never reached, ignoring those that are never recorded. */
function linesNotExecuted(trace: Trace, { siteOf }: Activations): ReadonlySet<number> {
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

/** Running maximum of the spans' ends. */
function furthestEnds(spans: readonly { readonly to: number }[]): readonly number[] {
  let furthest = NONE;
  return spans.map(({ to }) => {
    furthest = Math.max(furthest, to);
    return furthest;
  });
}

type HoldsAt = (condition: Condition, step: number) => boolean;

/** Finds the step that a movement leads to; NONE if there is none. */
function createMovements(
  trace: Trace,
  activations: Activations,
  holdsAt: HoldsAt,
): (step: number, movement: Movement) => number {
  const last = trace.steps.length - 1;
  const starts = once(() => lineStarts(trace, activations));
  const nonFinite = once(() => stepsWithNonFinite(trace));
  const { ofStep, after, lastSteps } = activations;
  const behind = (step: number) => (step < last ? step + 1 : NONE);
  return (step, movement) => {
    const activation = ofStep[step] ?? NONE;
    switch (movement.kind) {
      case 'forward':
        return behind(step);
      case 'back':
        return step - 1;
      case 'first':
        return 0;
      case 'last':
        return last;
      case 'over': {
        const next = after[step] ?? NONE;
        return next === NONE ? behind(lastSteps[activation] ?? last) : next;
      }
      case 'over-back':
        return overBack(activations, step);
      case 'out':
        return behind(lastSteps[activation] ?? last);
      case 'to-line': {
        const { next, previous } = around(starts().get(movement.line) ?? [], step);
        return next === NONE ? previous : next;
      }
      case 'continue':
      case 'continue-back': {
        const isBack = movement.kind === 'continue-back';
        const breakpoints = movement.breakpoints.map((each) => ({
          ...each,
          line: lineOf(trace.program, each) ?? NONE,
        }));
        return toBreakpoint(breakpoints, step, isBack, starts(), holdsAt);
      }
      case 'next-non-finite':
        return around(nonFinite(), step).next;
      default:
        return assertNever(movement);
    }
  };
}

/** The previous step that is not in a deeper call. */
function overBack(
  { ofStep, before, depths, firstSteps, callerSteps }: Activations,
  step: number,
): number {
  const activation = ofStep[step] ?? NONE;
  const previous = before[step] ?? NONE;
  if (previous !== NONE || activation === NONE) return previous;
  const depth = depths[activation] ?? 0;
  let found = (firstSteps[activation] ?? 0) - 1;
  while (found >= 0) {
    const passed = ofStep[found] ?? NONE;
    if ((depths[passed] ?? 0) <= depth) return found;
    found = callerSteps[passed] ?? NONE;
  }
  return NONE;
}

/** By line: the steps at which the thread starts executing it, in order. */
function lineStarts(
  { program, steps }: Trace,
  { siteOf, before }: Activations,
): ReadonlyMap<number, Int32Array> {
  const lines = Int32Array.from([...program.sites.map(({ line }) => Math.max(line, 0)), 0]);
  const lineOfStep = new Int32Array(steps.length);
  const begins = new Int32Array(steps.length);
  let count = 0;
  for (let step = 0; step < steps.length; step += 1) {
    const site = siteOf[step] ?? 0;
    const line = lines[site] ?? 0;
    lineOfStep[step] = line;
    const previous = before[step] ?? NONE;
    // Each iteration of a loop on a single line starts that line again.
    const isSame =
      previous !== NONE && lineOfStep[previous] === line && site > (siteOf[previous] ?? 0);
    if (isSame) continue;
    begins[count] = step;
    count += 1;
  }
  const most = lines.reduce((one, other) => Math.max(one, other), 0);
  const { order, starts } = sortedBy(begins.subarray(0, count), lineOfStep, most + 1);
  const found = new Map<number, Int32Array>();
  for (const line of new Set(lines)) {
    const of = order.subarray(starts[line] ?? 0, starts[line + 1] ?? 0);
    if (of.length > 0) found.set(line, of);
  }
  return found;
}

function stepsWithNonFinite({ steps }: Trace): readonly number[] {
  const found: number[] = [];
  for (let step = 0; step < steps.length; step += 1) {
    const value = steps[step]?.value;
    if (value && hasNonFinite(value)) found.push(step);
  }
  return found;
}

function around(steps: ArrayLike<number>, step: number): { next: number; previous: number } {
  const previous = upperBound(steps, step - 1) - 1;
  return { next: steps[upperBound(steps, step)] ?? NONE, previous: steps[previous] ?? NONE };
}

function toBreakpoint(
  breakpoints: readonly Breakpoint[],
  step: number,
  isBack: boolean,
  starts: ReadonlyMap<number, Int32Array>,
  holdsAt: HoldsAt,
): number {
  let nearest = NONE;
  for (const { line, condition } of breakpoints) {
    const steps = starts.get(line);
    const parsed = condition === null || condition.trim() === '' ? null : parseCondition(condition);
    if (!steps || (parsed && !parsed.ok)) continue;
    const direction = isBack ? -1 : 1;
    let at = isBack ? upperBound(steps, step - 1) - 1 : upperBound(steps, step);
    for (; at >= 0 && at < steps.length; at += direction) {
      const found = steps[at] ?? NONE;
      const isFarther = nearest !== NONE && (isBack ? found <= nearest : found >= nearest);
      if (isFarther) break;
      if (parsed && !holdsAt(parsed.value, found)) continue;
      nearest = found;
      break;
    }
  }
  return nearest;
}
