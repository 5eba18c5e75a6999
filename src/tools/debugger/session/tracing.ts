import { decodeTrace } from '#core/source/instrument/decodeTrace.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import {
  agrees,
  type FrameTracer,
  type TexelColor,
  type TracedProgram,
} from '#engine/gpu/trace/frameTracer.ts';
import type { Agreement, TraceTarget } from '#tools/debugger/state.ts';
import { createReplayInSlices } from '#tools/debugger/trace/createReplay.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import { drawingEntryPoint, entryPointsOf, isDispatched } from './frames.ts';
import {
  readSummary,
  type TraceRequest,
  type TraceSummary,
  traceHeader,
  wordsFor,
} from './traceRequest.ts';
import type { TraceOutcome } from './transitions.ts';

const WHOLE_FRAME_REMARK =
  'The device has no memory for a copy of what the frame writes to, so the trace repeated the frame on its own results.';
const NO_WRITER_REMARK =
  'No thread stored a colour to this pixel in this frame, so the trace shows the thread with its coordinates.';
const NOT_DISPATCHED_REMARK =
  'This thread did not run in this frame: its entry point has fewer threads.';

/**
 * Traces one thread in a recorded frame. For a pixel, traces the last thread that stored to it.
 * This is usually the thread with the pixel's coordinates, so that one is tried first.
 */
export async function traceThread(
  tracer: FrameTracer,
  { program, version, leftOut }: TracedProgram,
  record: FrameRecord,
  { target, limit }: { readonly target: TraceTarget; readonly limit: number },
): Promise<Result<TraceOutcome>> {
  if (!isDispatched(record, target.entryPoint)) return fail(notInFrame(target, record));
  const run = async ({ entryPoint, thread }: TraceTarget) => {
    const request: TraceRequest = {
      mode: 'oneThread',
      entryPoint: program.entryPoints.indexOf(entryPoint),
      thread,
      texel: texelOf(target, record),
      limit,
    };
    const repeated = await tracer.repeat(record, version, {
      header: traceHeader(request),
      words: wordsFor(request),
      texel: texelOf(target, record),
    });
    return repeated.ok
      ? ok({ ...repeated.value, summary: readSummary(repeated.value.words) })
      : repeated;
  };
  const first = await run(target);
  if (!first.ok) return first;
  const writer = writerOf(first.value.summary, program.entryPoints);
  const found = target.pixel && writer ? { ...target, ...writer } : target;
  const traced = isSameThread(found, target) ? first : await run(found);
  if (!traced.ok) return traced;
  const { words, summary, texel, format, isRestored } = traced.value;
  const trace = await runInSlices(decodeTrace(program, words, found));
  return ok({
    replay: await runInSlices(createReplayInSlices(trace)),
    target: found,
    frame: record.frame.inputs.frame,
    agreement: compareWithPicture({
      stored: summary.color,
      texel,
      format,
      isLastWriter: isSameThread(found, writerOf(summary, program.entryPoints)),
    }),
    remarks: [
      ...(isRestored ? [] : [WHOLE_FRAME_REMARK]),
      ...(leftOut > 0 ? [leftOutRemark(leftOut)] : []),
      ...(target.pixel && !writer ? [NO_WRITER_REMARK] : []),
      ...(summary.dispatches === 0 ? [whyNothing(found, record, program)] : []),
      ...(summary.dispatches > 1
        ? [
            `The entry point ran ${summary.dispatches} times in this frame. This trace shows the last time.`,
          ]
        : []),
    ],
  });
}

function leftOutRemark(count: number): string {
  const values = count === 1 ? '1 large value is' : `${count} large values are`;
  return `${values} not recorded: copying so much could make the graphics device fail.`;
}

function notInFrame({ entryPoint }: TraceTarget, { frame }: FrameRecord): string {
  return `${entryPoint} did not run in frame ${frame.inputs.frame}: it runs in frame 0 only. Press “Reset frame to 0”, then trace again.`;
}

/** Why a thread recorded nothing, not even its start. */
function whyNothing(
  { entryPoint, thread }: ThreadOfEntryPoint,
  record: FrameRecord,
  { entryPoints, unseen }: TracedProgram['program'],
): string {
  if (!entryPoints.includes(entryPoint)) {
    return `Nothing in ${entryPoint} could be recorded: the debugger traces only the main file, and its statements are not there.`;
  }
  const threads = entryPointsOf(record).find(({ name }) => name === entryPoint)?.threads;
  const isInside = threads?.every((count, axis) => (thread[axis] ?? 0) < count);
  if (!isInside) return NOT_DISPATCHED_REMARK;
  const [left] = unseen;
  return `Nothing in ${entryPoint} could be recorded.${left ? ` ${left.reason}` : ''}`;
}

/**
 * The picked texel. Otherwise, for a thread of the drawing entry point, the texel at its
 * coordinates.
 */
function texelOf(
  { pixel, entryPoint, thread: [x, y] }: TraceTarget,
  record: FrameRecord,
): readonly [number, number] | null {
  return pixel ?? (drawingEntryPoint(record) === entryPoint ? [x, y] : null);
}

type ThreadOfEntryPoint = Pick<TraceTarget, 'entryPoint' | 'thread'>;

function writerOf(
  { writer }: TraceSummary,
  entryPoints: readonly string[],
): ThreadOfEntryPoint | null {
  const entryPoint = writer && entryPoints[writer.entryPoint];
  return writer && entryPoint !== undefined && entryPoint !== null
    ? { entryPoint, thread: writer.thread }
    : null;
}

function isSameThread(one: ThreadOfEntryPoint, other: ThreadOfEntryPoint | null): boolean {
  return (
    other !== null &&
    one.entryPoint === other.entryPoint &&
    one.thread.every((id, axis) => id === other.thread[axis])
  );
}

interface Comparison {
  /** The last colour that the traced thread stored; null if none. */
  readonly stored: TexelColor | null;
  /** The picture's colour; null if unknown. */
  readonly texel: TexelColor | null;
  readonly format: GPUTextureFormat | null;
  readonly isLastWriter: boolean;
}

/** Compares the traced thread's colour with the picture drawn without tracing. */
export function compareWithPicture(comparison: Comparison): Agreement {
  const { stored, texel, format, isLastWriter } = comparison;
  if (!stored || !texel || !format) return { kind: 'none' };
  if (agrees(stored, texel, format)) {
    return {
      kind: 'agrees',
      text: `Agrees: the thread stored ${colorText(stored)}, which the picture shows.`,
    };
  }
  const facts = `the thread stored ${colorText(stored)}, the picture has ${colorText(texel)}`;
  const why = isLastWriter
    ? 'Threads that race for the same memory, and atomics, can give a different result each time.'
    : 'Another thread stored to the same pixel.';
  return { kind: 'differs', text: `Differs: ${facts}. ${why}` };
}

function colorText(color: TexelColor): string {
  return shortText({
    kind: 'vector',
    elements: color.map((value) => ({ kind: 'number', type: 'float', value })),
  });
}
