import type { SiteEvent } from '#core/source/instrument/site.ts';
import type { Trace } from '#core/source/instrument/trace.ts';
import type { Sliced } from '#core/util/slices.ts';

/** Represents a step, activation, site or variable that does not exist. */
export const NONE = -1;

/** Assigns each step of a trace to a function call. Each call is an activation. */
export interface Activations {
  /** By step: its site; the number of sites if the recorded site is invalid. */
  readonly siteOf: Int32Array;
  readonly ofStep: Int32Array;
  /** By step: the previous or next step of the same activation, or NONE. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** These arrays are indexed by activation, numbered in the order in which calls begin. */
  readonly functions: readonly number[];
  readonly parents: readonly number[];
  /** 0 for activations without a parent. */
  readonly depths: readonly number[];
  readonly firstSteps: readonly number[];
  /** Last step of the activation and everything that it calls. */
  readonly lastSteps: readonly number[];
  /** The parent's last step before the call, or NONE. */
  readonly callerSteps: readonly number[];
}

const SLICE = 16_384;

/** Infers calls from the order of the records. Accepts records in any order. */
export function* readActivations(trace: Trace): Sliced<Activations> {
  const { steps, program } = trace;
  const siteCount = program.sites.length;
  const siteOf = sitesOf(trace);
  const ofStep = new Int32Array(steps.length);
  const before = new Int32Array(steps.length).fill(NONE);
  const after = new Int32Array(steps.length).fill(NONE);
  const calls = createCalls(steps.length);
  const { currentStep, innermost } = calls;
  const kinds = program.sites.map(({ event }) => event.kind);
  const functions = program.sites.map((site) => site.function);
  const hasReturns = functionsWithReturns(trace, siteOf);
  for (let step = 0; step < steps.length; step += 1) {
    const site = siteOf[step] ?? siteCount;
    const kind: SiteEvent['kind'] | undefined = kinds[site];
    const called = functions[site] ?? calls.functionNow();
    if (kind === 'enter') {
      const isEntryPoint = typeof program.functions[called]?.entryPoint === 'number';
      if (isEntryPoint) calls.leaveAll(step);
      // Generic functions can be recursive. Without return records, assume a new call, not
      // recursion.
      else if (!hasReturns.has(called)) calls.leaveThrough(innermost.get(called) ?? NONE, step);
      calls.enter(called, step);
    } else {
      const known = innermost.get(called) ?? NONE;
      if (known === NONE) calls.enter(called, step);
      else calls.leaveUntil(known, step);
    }
    const activation = calls.now();
    ofStep[step] = activation;
    const previous = currentStep[activation] ?? NONE;
    before[step] = previous;
    if (previous !== NONE) after[previous] = step;
    currentStep[activation] = step;
    if (kind === 'return') calls.leaveThrough(activation, step + 1);
    if (step % SLICE === SLICE - 1) yield;
  }
  calls.leaveAll(steps.length);
  return { siteOf, ofStep, before, after, ...calls.table };
}

function sitesOf({ steps, program }: Trace): Int32Array {
  const count = program.sites.length;
  const sites = new Int32Array(steps.length).fill(count);
  for (let step = 0; step < steps.length; step += 1) {
    const site = steps[step]?.site ?? NONE;
    if (site >= 0 && site < count) sites[step] = site;
  }
  return sites;
}

/** Functions whose calls record a return, as far as the trace shows. */
function functionsWithReturns({ program, isCut }: Trace, siteOf: Int32Array): ReadonlySet<number> {
  const isReturn = program.sites.map(({ event }) => event.kind === 'return');
  const found = new Set<number>();
  const add = (site: number) => {
    const { function: owner } = program.sites[site] ?? {};
    if (isReturn[site] && owner !== undefined) found.add(owner);
  };
  for (let step = 0; step < siteOf.length; step += 1) add(siteOf[step] ?? NONE);
  // In a trace that was cut short, their records may be missing.
  if (isCut) for (let site = 0; site < isReturn.length; site += 1) add(site);
  return found;
}

function createCalls(end: number) {
  const functions: number[] = [];
  const parents: number[] = [];
  const depths: number[] = [];
  const firstSteps: number[] = [];
  const lastSteps: number[] = [];
  const callerSteps: number[] = [];
  /** By activation: its last step so far. */
  const currentStep: number[] = [];
  /** By function: its innermost active activation; by activation: the next outer one. */
  const innermost = new Map<number, number>();
  const outside: number[] = [];
  let top = NONE;
  const leave = (step: number) => {
    const called = functions[top] ?? NONE;
    lastSteps[top] = step - 1;
    innermost.set(called, outside[top] ?? NONE);
    top = parents[top] ?? NONE;
  };
  const leaveUntil = (activation: number, step: number) => {
    while (top !== activation && top !== NONE) leave(step);
  };
  return {
    table: { functions, parents, depths, firstSteps, lastSteps, callerSteps },
    currentStep,
    innermost,
    now: () => top,
    functionNow: () => functions[top] ?? NONE,
    enter(called: number, step: number) {
      const activation = functions.push(called) - 1;
      parents.push(top);
      depths.push(top === NONE ? 0 : (depths[top] ?? 0) + 1);
      firstSteps.push(step);
      lastSteps.push(end - 1);
      callerSteps.push(currentStep[top] ?? NONE);
      outside.push(innermost.get(called) ?? NONE);
      innermost.set(called, activation);
      top = activation;
    },
    leaveUntil,
    /** Leaves this activation too; with NONE, leaves nothing. */
    leaveThrough(activation: number, step: number) {
      if (activation === NONE) return;
      leaveUntil(activation, step);
      leave(step);
    },
    leaveAll: (step: number) => leaveUntil(NONE, step),
  };
}
