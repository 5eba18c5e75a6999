import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Thread } from '#core/source/instrument/trace.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import { onDevice } from '#tools/debugger/session/programs.ts';
import { frameOfTrace, type Repeating } from '#tools/debugger/session/repeating.ts';
import { traceThread } from '#tools/debugger/session/tracing.ts';
import type { DebuggerState, ShownTrace, TraceTarget } from '#tools/debugger/state.ts';
import type { Replay } from '#tools/debugger/trace/replay.ts';
import { type Alignment, alignTraces, type Difference } from './alignTraces.ts';

export type CompareState =
  | { readonly kind: 'off' }
  | { readonly kind: 'tracing' }
  /** Why the threads cannot be compared, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string }
  | ComparedThreads;

export interface ComparedThreads {
  readonly kind: 'compared';
  /** Of the traced thread. */
  readonly replay: Replay;
  /** Of the other thread. */
  readonly other: Replay;
  readonly thread: Thread;
  readonly alignment: Alignment;
}

const OFF: CompareState = { kind: 'off' };

export type CompareSession = ReturnType<typeof createCompareSession>;

/** Compares the traced thread with another one. */
export function createCompareSession(
  parts: Repeating,
  debugged: StoreApi<DebuggerState>,
  goTo: (step: number) => void,
) {
  const store = createStore<CompareState>(() => OFF);
  const newest = createNewest();
  const end = () => {
    newest.end();
    store.setState(OFF, true);
  };
  const unsubscribe = debugged.subscribe(({ shown }, before) => {
    if (shown?.replay !== before.shown?.replay && store.getState().kind !== 'off') end();
  });
  /** Goes to the first of some differences. */
  const goToOne = (found: Difference | undefined) => {
    if (found) goTo(found.step);
  };
  const differences = () => {
    const state = store.getState();
    return state.kind === 'compared' ? state.alignment.differences : [];
  };
  const step = () => debugged.getState().shown?.step ?? 0;
  const compareWith = async (other: Pick<TraceTarget, 'thread' | 'pixel'>) => {
    const { shown, limit } = debugged.getState();
    if (!shown) return;
    const signal = newest.next();
    store.setState({ kind: 'tracing' }, true);
    const target = { ...other, entryPoint: shown.target.entryPoint };
    const compared = await compareThreads(parts, shown, { target, limit }, signal);
    if (!compared || signal.aborted) return;
    store.setState(compared.ok ? compared.value : { kind: 'problem', text: compared.error }, true);
    goToOne(differences()[0]);
  };
  return {
    store,
    compareWith: (thread: Thread) => compareWith({ thread, pixel: null }),
    /** Compares with the thread that stored to a texel of the picture, or its kept fragment. */
    compareWithPixel: (pixel: readonly [x: number, y: number]) =>
      compareWith({ thread: [...pixel, 0], pixel }),
    previous: () => goToOne(differences().findLast((each) => each.step < step())),
    next: () => goToOne(differences().find((each) => each.step > step())),
    nextPath: () =>
      goToOne(differences().find((each) => each.kind === 'path' && each.step > step())),
    end,
    dispose() {
      unsubscribe();
      end();
    },
  };
}

/** Traces the other thread in the same frame; null if cancelled. */
async function compareThreads(
  parts: Repeating,
  shown: ShownTrace,
  tracing: { readonly target: TraceTarget; readonly limit: number },
  signal: AbortSignal,
): Promise<Result<ComparedThreads> | null> {
  const repeated = await frameOfTrace(parts, shown, { purpose: 'compare' }, signal);
  if (!repeated?.ok) return repeated;
  const { record, program } = repeated.value;
  const { replay } = shown;
  const traced = await onDevice(parts.context, record.frame.device, () =>
    traceThread(parts.tracer, program, record, tracing),
  );
  if (!traced.ok) return traced;
  const { replay: other, remarks, target } = traced.value;
  const { entryPoint } = shown.target;
  if (target.entryPoint !== entryPoint) {
    return fail(
      `${target.entryPoint} draws this pixel, so there is no thread of ${entryPoint} to compare with.`,
    );
  }
  if (other.last < 0) return fail(remarks[0] ?? 'This thread recorded no steps.');
  const alignment = await runInSlices(alignTraces(replay.trace, other.trace));
  return ok({ kind: 'compared', replay, other, thread: other.trace.thread, alignment });
}
