import type { Trace } from '#core/source/instrument/trace.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { once } from '#core/util/once.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import { type Activations, NONE } from './activations.ts';
import type { Condition } from './condition/expression.ts';
import { parseCondition } from './condition/parseCondition.ts';
import { hasNonFinite } from './formatValue.ts';
import { sortedBy } from './occurrences.ts';
import type { Breakpoint, Movement } from './replay.ts';

/** Whether a condition holds at a step. */
export type HoldsAt = (condition: Condition, step: number) => boolean;

/** Tells where a movement leads from a step; NONE if nowhere. */
export function createMovements(
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
        return toBreakpoint(movement.breakpoints, step, isBack, starts(), holdsAt);
      }
      case 'next-non-finite':
        return around(nonFinite(), step).next;
      default:
        return assertNever(movement);
    }
  };
}

/** The last step before this one that is not deeper in calls. */
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

/** By line: the steps at which the thread begins to execute it, in order. */
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
    // A loop within one line begins it again.
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
