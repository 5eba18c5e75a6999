import { whyNotComputed } from '#core/source/instrument/sideEffects.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { type Beside, NOTHING_REFUSED } from '#core/source/instrument/writer.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Computed, DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
import { computedKey } from '#tools/debugger/trace/computedValue.ts';
import { type Asked, onDevice } from './programs.ts';
import { frameOfTrace, type Repeating } from './repeating.ts';
import { traceThread } from './tracing.ts';

const NOT_RECORDED = 'The compiler leaves this out, since the program does not need it here.';

interface ExpressionParts extends Repeating {
  readonly getState: () => DebuggerState;
  readonly update: (change: (state: DebuggerState) => DebuggerState) => void;
}

/**
 * Computes expressions on the GPU, one after the other, in the background: the traced thread runs
 * again with the expression beside the current step's site.
 */
export function createExpressions(parts: ExpressionParts) {
  const newest = createNewest();
  let last: Promise<void> = Promise.resolve();
  return {
    /** Computes an expression at the current step, unless that was done or is being done. */
    compute(expression: string) {
      const { shown, computed } = parts.getState();
      const site = shown?.replay.trace.steps[shown.step]?.site;
      if (!shown || site === undefined) return;
      const key = computedKey(site, expression);
      if (computed.has(key)) return;
      const set = (found: Computed) =>
        parts.update((state) => withComputed(state, shown, key, found));
      set({ kind: 'computing' });
      const { signal } = newest;
      last = last.then(async () => {
        if (signal.aborted || parts.getState().shown?.replay !== shown.replay) return;
        const found = await computeAt(parts, shown, { site, expression }, signal);
        if (!found || signal.aborted) return;
        set(
          found.ok
            ? { kind: 'values', values: found.value }
            : { kind: 'problem', text: found.error },
        );
      });
    },
    /** Cancels what is computed and what waits. */
    end: () => void newest.next(),
  };
}

/** Keeps the value if the trace is still shown. */
function withComputed(
  state: DebuggerState,
  { replay }: ShownTrace,
  key: string,
  found: Computed,
): DebuggerState {
  if (state.shown?.replay !== replay) return state;
  return { ...state, computed: new Map([...state.computed, [key, found]]) };
}

interface Wanted {
  readonly site: number;
  readonly expression: string;
}

/** The expression's value each time that the thread came to the site; null if cancelled. */
async function computeAt(
  parts: ExpressionParts,
  shown: ShownTrace,
  { site, expression }: Wanted,
  signal: AbortSignal,
): Promise<Result<readonly TracedValue[]> | null> {
  const { context, getState, tracer } = parts;
  const { trace } = shown.replay;
  const others = context.workspace.project().files.map(({ text }) => text);
  const refusal = whyNotComputed(expression, trace.program, others);
  if (refusal !== null) return fail(refusal);
  const asked = askFor(trace.program, site, expression);
  const repeated = await frameOfTrace(parts, shown, { asked, purpose: 'this is computed' }, signal);
  if (!repeated?.ok) return repeated;
  const { record, program } = repeated.value;
  const value = trace.program.sites.length;
  const reason = reasonOf(program.program, site);
  if (reason !== undefined) return fail(reason);
  const traced = await onDevice(context, record.frame.device, () =>
    traceThread(tracer, program, record, {
      target: { ...shown.target, pixel: null },
      limit: getState().limit,
    }),
  );
  if (!traced.ok) return traced;
  const { steps } = traced.value.replay.trace;
  const values = steps.flatMap((step) => (step.site === value ? (step.value ?? []) : []));
  return values.length > 0 ? ok(values) : fail(NOT_RECORDED);
}

/** The program that records only an expression, beside a site. */
function askFor({ sites }: InstrumentedProgram, site: number, expression: string): Asked {
  const others = sites.filter(({ id }) => id !== site).map(({ id }) => [id, ''] as const);
  const beside: Beside = { name: 'result', site: sites.length, text: `(${expression})` };
  return {
    key: computedKey(site, expression),
    others: { ...NOTHING_REFUSED, sites: new Map(others) },
    beside: new Map([[site, beside]]),
  };
}

/** Why the expression at a site is left out; undefined if it is not. */
function reasonOf({ sites, unseen }: InstrumentedProgram, site: number): string | undefined {
  const { from, to } = sites[site] ?? {};
  return unseen.find((each) => each.from === from && each.to === to && each.reason !== '')?.reason;
}
