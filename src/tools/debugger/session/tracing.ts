import { decodeTrace } from '#core/source/instrument/decodeTrace.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { TRACE_LAYOUT, TRACE_MODE } from '#core/source/instrument/traceLayout.ts';
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

/** Why a frame is repeated. */
export type TraceRequest =
  | {
      readonly mode: 'oneThread';
      /** Index among the program's compute entry points. */
      readonly entryPoint: number;
      readonly thread: Thread;
      /** A texel of the picture, whose last writer is also determined. */
      readonly texel: readonly [x: number, y: number] | null;
      readonly limit: number;
    }
  | { readonly mode: 'nonFinite' | 'outOfRange' /** Words of findings. */; readonly words: number }
  | {
      readonly mode: 'cost';
      readonly entryPoint: number;
      readonly width: number;
      readonly height: number;
    };

/** Average words per record: a site, and a value of two or three numbers. */
const WORDS_PER_RECORD = 4;

/** In words. */
export function wordsFor(request: TraceRequest): number {
  switch (request.mode) {
    case 'oneThread':
      return TRACE_LAYOUT.first + request.limit * WORDS_PER_RECORD;
    case 'nonFinite':
    case 'outOfRange':
      return TRACE_LAYOUT.first + request.words;
    case 'cost':
      return TRACE_LAYOUT.first + request.width * request.height;
  }
}

const NO_TEXEL = 0xffff_ffff;

export function traceHeader(request: TraceRequest): Uint32Array<ArrayBuffer> {
  const header = new Uint32Array(TRACE_LAYOUT.first);
  header[TRACE_LAYOUT.mode] = TRACE_MODE[request.mode];
  header[TRACE_LAYOUT.capacity] = wordsFor(request);
  header[TRACE_LAYOUT.counts] = TRACE_LAYOUT.first;
  header.fill(NO_TEXEL, TRACE_LAYOUT.texel, TRACE_LAYOUT.texel + 3);
  if (request.mode === 'oneThread') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint;
    header.set(request.thread, TRACE_LAYOUT.thread);
    if (request.texel) header.set([...request.texel, 0], TRACE_LAYOUT.texel);
    header[TRACE_LAYOUT.limit] = request.limit;
  }
  if (request.mode === 'cost') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint;
    header[TRACE_LAYOUT.width] = request.width;
    header[TRACE_LAYOUT.height] = request.height;
  }
  return header;
}

interface TexelWriter {
  readonly entryPoint: number;
  readonly thread: Thread;
}

/** What the threads report besides the records. */
interface TraceSummary {
  /** How often the traced thread was dispatched. */
  readonly dispatches: number;
  /** Null if no thread stored to the texel. */
  readonly writer: TexelWriter | null;
  /** The last colour that the traced thread stored to the picture; null if none. */
  readonly color: readonly [number, number, number, number] | null;
}

export function readSummary(words: Uint32Array): TraceSummary {
  const word = (index: number) => words[index] ?? 0;
  const { writer, color } = TRACE_LAYOUT;
  const floats = new Float32Array(words.slice(color, color + 4).buffer);
  return {
    dispatches: word(TRACE_LAYOUT.dispatches),
    writer:
      word(TRACE_LAYOUT.writes) > 0
        ? {
            entryPoint: word(writer),
            thread: [word(writer + 1), word(writer + 2), word(writer + 3)],
          }
        : null,
    color:
      word(TRACE_LAYOUT.hasColor) > 0
        ? [floats[0] ?? 0, floats[1] ?? 0, floats[2] ?? 0, floats[3] ?? 0]
        : null,
  };
}
