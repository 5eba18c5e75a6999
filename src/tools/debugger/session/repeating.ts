import { hasTexts } from '#core/source/instrument/modules.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { FrameTracer, TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';
import type { DebuggerContext } from './context.ts';
import type { Frames } from './frames.ts';
import type { Asked, Programs } from './programs.ts';

/** What repeats frames with instrumented programs. */
export interface Repeating {
  readonly context: DebuggerContext;
  readonly frames: Frames;
  readonly programs: Programs;
  readonly tracer: FrameTracer;
}

interface FrameOfTrace {
  readonly record: FrameRecord;
  readonly program: TracedProgram;
}

/**
 * Gets the frame of a shown trace again, with a program that records its threads. Null if
 * cancelled.
 *
 * @param purpose what the user wants, as the end of a sentence, such as `compare`
 */
export async function frameOfTrace(
  { context, frames, programs }: Repeating,
  { replay, frame }: ShownTrace,
  { asked, purpose }: { readonly asked?: Asked; readonly purpose: string },
  signal: AbortSignal,
): Promise<Result<FrameOfTrace> | null> {
  const texts = context.workspace.project();
  if (!hasTexts(replay.trace.program, texts)) {
    return fail(`The source has changed since the trace. Run it and trace again, then ${purpose}.`);
  }
  const { text: source, files } = texts;
  const recorded = await frames.obtain(signal);
  if (!recorded?.ok || signal.aborted) return recorded?.ok ? null : recorded;
  const record = recorded.value;
  if (record.frame.inputs.frame !== frame) {
    return fail(`The picture shows another frame than the trace. Trace again, then ${purpose}.`);
  }
  const request = { source, files, record, kind: 'records', onCompiling() {} } as const;
  const program = await programs.obtain({ ...request, ...(asked && { asked }) }, signal);
  if (!program?.ok || signal.aborted) return program?.ok ? null : program;
  return ok({ record, program: program.value });
}
