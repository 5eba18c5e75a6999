import { type DrawCommand, OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import { decodeFragments, decodeTrace } from '#core/source/instrument/decodeTrace.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { ListedFragment, Thread } from '#core/source/instrument/trace.ts';
import { TRACE_LAYOUT, TRACE_MODE } from '#core/source/instrument/traceLayout.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices } from '#core/util/slices.ts';
import { runs } from '#engine/gpu/dispatch.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import {
  agrees,
  type FrameTracer,
  type TexelColor,
  type TracedProgram,
} from '#engine/gpu/trace/frameTracer.ts';
import { drawsOf, type TracedVertices } from '#engine/gpu/trace/tracedVertices.ts';
import type { Agreement, PixelFragment, TraceTarget } from '#tools/debugger/state.ts';
import { createReplayInSlices } from '#tools/debugger/trace/createReplay.ts';
import { shortText } from '#tools/debugger/trace/formatValue.ts';
import type { Replay } from '#tools/debugger/trace/replay.ts';
import { callOf, drawingEntryPoint, entryPointsOf, isDispatched } from './frames.ts';
import { arrangeFragments, mostKept } from './pixelFragments.ts';
import type { TraceOutcome } from './transitions.ts';

const WHOLE_FRAME_REMARK =
  'The device has no memory for a copy of what the frame writes to, so the trace repeated the frame on its own results.';
const NO_WRITER_REMARK =
  'No thread stored a colour to this pixel in this frame, so the trace shows the thread with its coordinates.';
const COUNTED_REMARK =
  'A kernel counts the instances of this draw. If it orders them differently each time, this vertex belongs to another instance than the fragment.';
const NOT_DISPATCHED_REMARK =
  'This thread did not run in this frame: its entry point has fewer threads.';

interface Tracing {
  readonly target: TraceTarget;
  /** Maximum number of records. */
  readonly limit: number;
  /** Whether to trace the nearest fragment if the pixel has none. */
  readonly isNear?: boolean;
}

/** Traces one thread, vertex or fragment in a recorded frame. */
export function traceThread(
  tracer: FrameTracer,
  traced: TracedProgram,
  record: FrameRecord,
  tracing: Tracing,
): Promise<Result<TraceOutcome>> {
  const { entryPoint } = tracing.target;
  if (!isDispatched(record, entryPoint)) {
    return Promise.resolve(fail(notInFrame(tracing.target, record)));
  }
  const call = callOf(record, entryPoint);
  return call?.type === 'DRAW' && call.fragment === entryPoint
    ? traceFragment(tracer, traced, record, tracing)
    : traceOther(tracer, traced, record, tracing);
}

/**
 * Traces a thread of a kernel, or a vertex. For a pixel, traces the last thread that stored to it.
 * This is usually the thread with the pixel's coordinates, so that one is tried first.
 */
async function traceOther(
  tracer: FrameTracer,
  traced: TracedProgram,
  record: FrameRecord,
  { target, limit }: Tracing,
): Promise<Result<TraceOutcome>> {
  const { program, leftOut } = traced;
  const run = (each: TraceTarget) =>
    runThread(tracer, traced, record, { target: each, limit, texel: texelOf(target, record) });
  const first = await run(target);
  if (!first.ok) return first;
  const writer = writerOf(first.value.summary, program.entryPoints);
  const found = target.pixel && writer ? { ...target, ...writer } : target;
  const second = isSameThread(found, target) ? first : await run(found);
  if (!second.ok) return second;
  const { words, summary, texel, format, isRestored } = second.value;
  return ok({
    replay: await replayOf(program, words, found),
    target: found,
    frame: record.frame.inputs.frame,
    fragments: [],
    agreement: compareWithPicture({
      stored: summary.color,
      texel,
      format,
      isLastWriter: isSameThread(found, writerOf(summary, program.entryPoints)),
    }),
    remarks: [
      ...generalRemarks(isRestored, leftOut),
      ...(isCounted(found, record) ? [COUNTED_REMARK] : []),
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

/** Whether a kernel counts the instances of a vertex. */
function isCounted({ entryPoint }: TraceTarget, record: FrameRecord): boolean {
  const call = callOf(record, entryPoint);
  return call?.type === 'DRAW' && call.indirect !== null;
}

async function replayOf(
  program: InstrumentedProgram,
  words: Uint32Array,
  target: TraceTarget,
): Promise<Replay> {
  const trace = await runInSlices(decodeTrace(program, words, target));
  return runInSlices(createReplayInSlices(trace));
}

function generalRemarks(isRestored: boolean, leftOut: number): string[] {
  return [
    ...(isRestored ? [] : [WHOLE_FRAME_REMARK]),
    ...(leftOut > 0 ? [leftOutRemark(leftOut)] : []),
  ];
}

/** Traces a fragment of a pixel: the wanted one, or the one that is seen there. */
async function traceFragment(
  tracer: FrameTracer,
  traced: TracedProgram,
  record: FrameRecord,
  { target, limit, isNear = false }: Tracing,
): Promise<Result<TraceOutcome>> {
  const { program, leftOut } = traced;
  const [x, y, wanted] = target.thread;
  const listing = await listFragments(tracer, traced, record, { texel: [x, y], limit });
  if (!listing.ok) return listing;
  const drawnTo = targetOf(target.entryPoint, record);
  const { listed } = listing.value;
  const fragments = arrangeFragments(listed, pixelOf(record, listing.value, drawnTo));
  const own = fragments.filter(({ entryPoint }) => entryPoint === target.entryPoint);
  const found =
    own.find(({ thread }) => wanted !== 0 && thread[2] === wanted) ??
    own.find(({ thread }) => wanted !== 0 && (thread[2] & LOGGED_BITS) === wanted) ??
    mostKept(target.pixel && !isNear ? fragments : own);
  if (!found && isNear) {
    const all = await listFragments(tracer, traced, record, { texel: null, limit });
    if (!all.ok) return all;
    const near = nearest(target, all.value.listed);
    if (near) return traceFragment(tracer, traced, record, { target: near, limit });
  }
  if (!found) return fail(noFragment(target, program));
  const { entryPoint, thread } = found;
  const chosen = { ...target, entryPoint, thread };
  const texel = drawnTo === OUTPUT_TEXTURE ? ([x, y] as const) : null;
  const run = await runThread(tracer, traced, record, { target: chosen, limit, texel });
  if (!run.ok) return run;
  const { words, summary, format, isRestored } = run.value;
  return ok({
    replay: await replayOf(program, words, chosen),
    target: chosen,
    frame: record.frame.inputs.frame,
    fragments,
    agreement: isWhole(found)
      ? compareWithPicture({
          ...{ stored: summary.color, texel: run.value.texel, format, isLastWriter: true },
        })
      : { kind: 'none' },
    remarks: generalRemarks(isRestored, leftOut),
  });
}

/** What decides which fragments a target keeps. */
export function pixelOf(
  record: FrameRecord,
  { vertices }: Pick<ListedFragments, 'vertices'>,
  target: string,
  isCounted: (draw: DrawCommand) => boolean = () => true,
) {
  const { once, descriptor } = record.frame;
  const draws = drawsOf(descriptor).map((draw) =>
    runs(draw, once) && isCounted(draw) ? draw : null,
  );
  const primitive = (draw: DrawCommand, vertex: number) => vertices?.primitive(draw, vertex) ?? [];
  return { target, draws, samples: samplesOf(target, record), primitive };
}

export interface ListedFragments {
  readonly vertices: TracedVertices | null;
  readonly listed: readonly ListedFragment[];
}

/** Of the number that tells fragments apart, what a log of accesses has. */
const LOGGED_BITS = 0xfff;

/** The fragments of a texel of all targets, or of all texels. */
export async function listFragments(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  { texel, limit }: Pick<Extract<TraceRequest, { mode: 'fragments' }>, 'texel' | 'limit'>,
): Promise<Result<ListedFragments>> {
  const request: TraceRequest = { mode: 'fragments', texel, limit };
  const header = traceHeader(request);
  const words = wordsFor(request);
  const repeated = await tracer.repeat(record, version, { header, words, texel: null });
  if (!repeated.ok) return repeated;
  const { vertices } = repeated.value;
  return ok({ vertices, listed: decodeFragments(program, repeated.value.words) });
}

/** The fragment of the same entry point that is nearest to the target. */
function nearest(target: TraceTarget, listed: readonly ListedFragment[]): TraceTarget | undefined {
  const [x, y] = target.thread;
  let near: ListedFragment | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const each of listed) {
    const distance = (each.thread[0] - x) ** 2 + (each.thread[1] - y) ** 2;
    if (each.entryPoint !== target.entryPoint || distance >= least) continue;
    least = distance;
    near = each;
  }
  if (!near) return undefined;
  const [nearX, nearY] = near.thread;
  return { ...target, thread: [nearX, nearY, 0], pixel: null };
}

/** Whether the target has exactly the fragment's colour. */
function isWhole({ samples, isBlended }: PixelFragment): boolean {
  return samples.kept === samples.all && !isBlended;
}

/** The first target of a fragment entry point. */
function targetOf(fragment: string, record: FrameRecord): string {
  const call = callOf(record, fragment);
  return (call?.type === 'DRAW' ? call.targets[0] : undefined) ?? '';
}

function samplesOf(target: string, { frame }: FrameRecord): number {
  const binding = ownValue(frame.descriptor.layout, target);
  return (binding && 'target' in binding && binding.target?.samples) || 1;
}

function noFragment(
  { entryPoint, pixel, thread: [x, y] }: TraceTarget,
  { functions, unseen }: InstrumentedProgram,
): string {
  const isRecorded = functions.some(({ name }) => name === entryPoint);
  if (!isRecorded) {
    return `Nothing in ${entryPoint} could be recorded: the debugger does not find its statements.${unseen[0] ? ` ${unseen[0].reason}` : ''}`;
  }
  const drawn = pixel ? 'Nothing was drawn' : `${entryPoint} drew nothing`;
  return `${drawn} at x ${x}, y ${y} in this frame, so there is no fragment to trace.`;
}

interface ThreadRun extends Tracing {
  /** A texel of the picture, which is read, and whose last writer is determined. */
  readonly texel: readonly [x: number, y: number] | null;
}

async function runThread(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  { target: { entryPoint, thread }, limit, texel }: ThreadRun,
) {
  const request: TraceRequest = {
    mode: 'oneThread',
    entryPoint: program.entryPoints.indexOf(entryPoint),
    thread,
    texel,
    limit,
  };
  const repeated = await tracer.repeat(record, version, {
    header: traceHeader(request),
    words: wordsFor(request),
    texel,
    vertices: entryPoint,
  });
  return repeated.ok
    ? ok({ ...repeated.value, summary: readSummary(repeated.value.words) })
    : repeated;
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
    return `Nothing in ${entryPoint} could be recorded: the debugger does not find its statements.`;
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
      /** Index among the program's entry points. */
      readonly entryPoint: number;
      readonly thread: Thread;
      /** A texel of the picture, whose last writer is also determined. */
      readonly texel: readonly [x: number, y: number] | null;
      readonly limit: number;
    }
  | {
      readonly mode: 'fragments';
      /** The texel of the target; null for all. */
      readonly texel: readonly [x: number, y: number] | null;
      readonly limit: number;
    }
  | {
      readonly mode: 'nonFinite' | 'outOfRange' | 'hits';
      /** Words of findings. */
      readonly words: number;
      readonly picture: readonly number[];
    }
  | {
      readonly mode: 'cost';
      /** A kernel that draws the picture; null if fragments do. */
      readonly entryPoint: number | null;
      /** The indexes of the fragment entry points that draw to the picture. */
      readonly picture: readonly number[];
      readonly width: number;
      readonly height: number;
    };

/** Average words per record: a site, and a value of two or three numbers. */
const WORDS_PER_RECORD = 4;

/** In words. */
export function wordsFor(request: TraceRequest): number {
  switch (request.mode) {
    case 'oneThread':
    case 'fragments':
      return TRACE_LAYOUT.first + request.limit * WORDS_PER_RECORD;
    case 'nonFinite':
    case 'outOfRange':
    case 'hits':
      return TRACE_LAYOUT.first + request.words;
    case 'cost': {
      const maps = request.entryPoint === null ? 2 : 1;
      return TRACE_LAYOUT.first + maps * request.width * request.height;
    }
  }
}

const NONE = 0xffff_ffff;

export function traceHeader(request: TraceRequest): Uint32Array<ArrayBuffer> {
  const header = new Uint32Array(TRACE_LAYOUT.first);
  header[TRACE_LAYOUT.mode] = TRACE_MODE[request.mode];
  header[TRACE_LAYOUT.capacity] = wordsFor(request);
  header[TRACE_LAYOUT.counts] = TRACE_LAYOUT.first;
  header.fill(NONE, TRACE_LAYOUT.texel, TRACE_LAYOUT.texel + 3);
  if (request.mode === 'oneThread') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint;
    header.set(request.thread, TRACE_LAYOUT.thread);
    if (request.texel) header.set([...request.texel, 0], TRACE_LAYOUT.texel);
    header[TRACE_LAYOUT.limit] = request.limit;
  }
  if (request.mode === 'fragments' && request.texel) header.set(request.texel, TRACE_LAYOUT.texel);
  if ('picture' in request) {
    header[TRACE_LAYOUT.picture] = request.picture.reduce((bits, index) => bits | (1 << index), 0);
  }
  if (request.mode === 'cost') {
    header[TRACE_LAYOUT.entryPoint] = request.entryPoint ?? NONE;
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
