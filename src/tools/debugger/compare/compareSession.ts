import { createStore, type StoreApi } from 'zustand/vanilla';
import { hasTexts } from '#core/source/instrument/modules.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import type { FrameTracer } from '#engine/gpu/trace/frameTracer.ts';
import type { DebuggerContext } from '#tools/debugger/session/context.ts';
import type { Frames } from '#tools/debugger/session/frames.ts';
import { onDevice, type Programs } from '#tools/debugger/session/programs.ts';
import { traceThread } from '#tools/debugger/session/tracing.ts';
import type { DebuggerState, ShownTrace } from '#tools/debugger/state.ts';
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

interface CompareParts {
  readonly context: DebuggerContext;
  readonly frames: Frames;
  readonly programs: Programs;
  readonly tracer: FrameTracer;
}

const OFF: CompareState = { kind: 'off' };

const DATED = 'The source has changed since the trace. Run it and trace again, then compare.';
const OTHER_FRAME = 'The picture shows another frame than the trace. Trace again, then compare.';

export type CompareSession = ReturnType<typeof createCompareSession>;

/** Compares the traced thread with another one. */
export function createCompareSession(
  parts: CompareParts,
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
  return {
    store,
    async compareWith(thread: Thread) {
      const { shown, limit } = debugged.getState();
      if (!shown) return;
      const signal = newest.next();
      store.setState({ kind: 'tracing' }, true);
      const compared = await compareThreads(parts, shown, { thread, limit }, signal);
      if (!compared || signal.aborted) return;
      store.setState(
        compared.ok ? compared.value : { kind: 'problem', text: compared.error },
        true,
      );
      goToOne(differences()[0]);
    },
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
  { context, frames, programs, tracer }: CompareParts,
  { replay, target: { entryPoint }, frame }: ShownTrace,
  { thread, limit }: { readonly thread: Thread; readonly limit: number },
  signal: AbortSignal,
): Promise<Result<ComparedThreads> | null> {
  const texts = context.workspace.project();
  if (!hasTexts(replay.trace.program, texts)) return fail(DATED);
  const { text: source, files } = texts;
  const record = await frames.obtain(signal);
  if (!record?.ok || signal.aborted) return record?.ok ? null : record;
  const { inputs, device } = record.value.frame;
  if (inputs.frame !== frame) return fail(OTHER_FRAME);
  const request = { source, files, record: record.value, kind: 'records' } as const;
  const program = await programs.obtain({ ...request, onCompiling() {} }, signal);
  if (!program?.ok || signal.aborted) return program?.ok ? null : program;
  const target = { entryPoint, thread, pixel: null };
  const traced = await onDevice(context, device, () =>
    traceThread(tracer, program.value, record.value, { target, limit }),
  );
  if (!traced.ok) return traced;
  const { replay: other, remarks } = traced.value;
  if (other.last < 0) return fail(remarks[0] ?? 'This thread recorded no steps.');
  const alignment = await runInSlices(alignTraces(replay.trace, other.trace));
  return ok({ kind: 'compared', replay, other, thread: other.trace.thread, alignment });
}
