import { isSameSlot, type RunProgram } from '#core/plan/runDescriptor.ts';
import { type AccessLog, readAccessLog } from '#core/source/instrument/accesses/decodeAccesses.ts';
import type { AccessedResource } from '#core/source/instrument/accesses/logAccesses.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { ACCESS_WORDS, TRACE_LAYOUT, TRACE_MODE } from '#core/source/instrument/traceLayout.ts';
import { ok, type Result } from '#core/util/result.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { FrameTracer, TracedProgram } from '#engine/gpu/trace/frameTracer.ts';

/** What to log of a repeated frame. */
export type AccessRequest =
  /** Accesses of all threads to a part of all elements; `parts` is a power of two. */
  | { readonly mode: 'accesses'; readonly part: number; readonly parts: number }
  /** Stores of all threads to these elements. */
  | { readonly mode: 'writers'; readonly targets: readonly ElementTarget[] }
  /** Everything that one thread accesses, and its sites. */
  | {
      readonly mode: 'threadAccesses';
      /** Of the program. */
      readonly entryPoint: string;
      readonly thread: Thread;
    };

export interface ElementTarget {
  /** Index among the resources of the table. */
  readonly resource: number;
  /** Of a texture, its texels row by row. */
  readonly element: number;
}

/** Repeats a frame and logs it, in a buffer for a number of entries. */
export async function logFrame(
  tracer: FrameTracer,
  { program, version }: TracedProgram,
  record: FrameRecord,
  request: AccessRequest,
  entries: number,
): Promise<Result<AccessLog>> {
  const targets = request.mode === 'writers' ? request.targets : [];
  const first = TRACE_LAYOUT.first + targets.length * 2;
  const words = first + entries * ACCESS_WORDS;
  const header = new Uint32Array(first);
  header[TRACE_LAYOUT.mode] = TRACE_MODE[request.mode];
  header[TRACE_LAYOUT.capacity] = words;
  header[TRACE_LAYOUT.entries] = first;
  if (request.mode === 'accesses') {
    header[TRACE_LAYOUT.parts] = request.parts - 1;
    header[TRACE_LAYOUT.part] = request.part;
  }
  if (request.mode === 'threadAccesses') {
    header[TRACE_LAYOUT.entryPoint] = program.entryPoints.indexOf(request.entryPoint);
    header.set(request.thread, TRACE_LAYOUT.thread);
  }
  header[TRACE_LAYOUT.limit] = targets.length;
  for (const [index, { resource, element }] of targets.entries()) {
    header.set([resource, element], TRACE_LAYOUT.first + index * 2);
  }
  const vertices = request.mode === 'threadAccesses' ? request.entryPoint : null;
  const repeat = { header, words, texel: null, vertices, tellsCalls: true };
  const repeated = await tracer.repeat(record, version, repeat);
  return repeated.ok ? ok(readAccessLog(repeated.value.words)) : repeated;
}

/** The name of a resource in a run; for shared memory, that of the variable. */
export function nameOf({ name, slot }: AccessedResource, { layout }: Pick<RunProgram, 'layout'>) {
  const bound = Object.entries(layout).find(([, each]) => slot && isSameSlot(each, slot));
  return bound?.[0] ?? name;
}
