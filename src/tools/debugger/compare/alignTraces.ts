import type { Trace } from '#core/source/instrument/trace.ts';
import type { Sliced } from '#core/util/slices.ts';
import { isSameValue } from '#tools/debugger/trace/valueParts.ts';

/** A place where two threads differ, by the index of each thread's step. */
export interface Difference {
  /** Whether the threads go different ways, or have different values at the same site. */
  readonly kind: 'path' | 'value';
  readonly step: number;
  readonly other: number;
}

export interface Alignment {
  /** For each step, the other thread's step at the same place, or its last one before; -1 for none. */
  readonly others: Int32Array;
  readonly differences: readonly Difference[];
}

/** Threads that stay apart for more steps than this are not compared further. */
const FURTHEST = 20_000;

/** How many steps are compared before the page may do something else. */
const SLICE = 2000;

/**
 * Compares the steps of two threads of one program. Where they go different ways, continues at the
 * next step that both have, in the same call or after it.
 */
export function* alignTraces(one: Trace, other: Trace): Sliced<Alignment> {
  const others = new Int32Array(one.steps.length).fill(-1);
  const differences: Difference[] = [];
  const depths = [depthsOf(one), depthsOf(other)] as const;
  let [at, beside] = [0, 0];
  while (at < one.steps.length && beside < other.steps.length) {
    if (at % SLICE === 0) yield;
    const [step, otherStep] = [one.steps[at], other.steps[beside]];
    if (step?.site === otherStep?.site) {
      others[at] = beside;
      const [value, otherValue] = [step?.value, otherStep?.value];
      if (value && otherValue && !isSameValue(value, otherValue)) {
        differences.push({ kind: 'value', step: at, other: beside });
      }
      at += 1;
      beside += 1;
      continue;
    }
    differences.push({ kind: 'path', step: at, other: beside });
    const [next, nextOther] = rejoin([one, other], depths, [at, beside]);
    others.fill(beside - 1, at, next);
    [at, beside] = [next, nextOther];
  }
  const isOneLonger = at < one.steps.length !== beside < other.steps.length;
  if (isOneLonger && at > 0 && beside > 0) {
    const step = Math.min(at, one.steps.length - 1);
    const last = Math.min(beside, other.steps.length - 1);
    differences.push({ kind: 'path', step, other: last });
  }
  others.fill(beside - 1, at);
  return { others, differences };
}

type Pair<Value> = readonly [one: Value, other: Value];

/** The next steps of both that are at the same site; the ends of both if there are none. */
function rejoin(traces: Pair<Trace>, depths: Pair<Int32Array>, from: Pair<number>): Pair<number> {
  const deepest = Math.min(depths[0][from[0]] ?? 0, depths[1][from[1]] ?? 0);
  const seen = [new Map<number, number>(), new Map<number, number>()] as const;
  for (let ahead = 0; ahead < FURTHEST; ahead += 1) {
    for (const side of [0, 1] as const) {
      const at = from[side] + ahead;
      const site = traces[side].steps[at]?.site;
      if (site === undefined || (depths[side][at] ?? 0) > deepest) continue;
      const met = seen[1 - side]?.get(site);
      if (met !== undefined) return side === 0 ? [at, met] : [met, at];
      if (!seen[side].has(site)) seen[side].set(site, at);
    }
  }
  return [traces[0].steps.length, traces[1].steps.length];
}

/** How many calls each step is in. */
function depthsOf({ program, steps }: Trace): Int32Array {
  const depths = new Int32Array(steps.length);
  let depth = 0;
  for (const [at, { site }] of steps.entries()) {
    const kind = program.sites[site]?.event.kind;
    if (kind === 'enter') depth += 1;
    depths[at] = depth;
    if (kind === 'return') depth -= 1;
  }
  return depths;
}
