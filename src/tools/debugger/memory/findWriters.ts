import { type RunDescriptor, resourcesOf } from '#core/plan/runDescriptor.ts';
import {
  elementKey,
  type FoundWriters,
  type Writer,
  writersIn,
} from '#core/source/instrument/accesses/writers.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runs } from '#engine/gpu/dispatch.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import type { TracedProgram } from '#engine/gpu/trace/frameTracer.ts';
import { onDevice } from '#tools/debugger/session/programs.ts';
import type { Repeating } from '#tools/debugger/session/repeating.ts';
import { type ElementTarget, logFrame, nameOf } from './accessLog.ts';

/** A recorded frame, and the program that logs its accesses. */
export interface LoggedFrame {
  readonly record: FrameRecord;
  readonly traced: TracedProgram;
  readonly accesses: NonNullable<TracedProgram['accesses']>;
}

/** Gets the current frame, or a given one, with the program that logs it; null if aborted. */
export async function loggedFrame(
  { context, frames, programs }: Repeating,
  signal: AbortSignal,
  given?: FrameRecord,
): Promise<Result<LoggedFrame> | null> {
  const recorded = given ? ok(given) : await frames.obtain(signal);
  if (!recorded?.ok) return recorded;
  const record = recorded.value;
  const { text: source, files } = context.workspace.project();
  const request = { source, files, record, kind: 'accesses', onCompiling() {} } as const;
  const made = await programs.obtain(request, signal);
  if (!made?.ok) return made;
  const { accesses } = made.value;
  return accesses
    ? ok({ record, traced: made.value, accesses })
    : fail('The program logs no accesses.');
}

/** Entries of a log of writers: 1 MB. */
const MOST_WRITERS = 2 ** 16;

/** The stores to some elements in a frame, by resource and element. */
export async function writersOfFrame(
  { context, tracer }: Repeating,
  { record, traced, accesses }: LoggedFrame,
  targets: readonly ElementTarget[],
): Promise<Result<ReadonlyMap<string, readonly Writer[]>>> {
  return onDevice(context, record.frame.device, async () => {
    const request = { mode: 'writers', targets } as const;
    const logged = await logFrame(tracer, traced, record, request, MOST_WRITERS);
    if (!logged.ok) return logged;
    return ok(writersIn(logged.value, accesses, traced.version.descriptor, traced.program));
  });
}

/** The page returns to its frame in any case. */
const NEVER = new AbortController().signal;

/** How many frames are searched for a store, besides frame 0. */
const MOST_FRAMES = 60;

/**
 * Finds the newest stores to an element in the frames before one, going back frame by frame. Then
 * returns to that frame. Null if aborted, or if the frames cannot be drawn.
 *
 * @param onFrame called with each frame that is searched
 */
export async function findEarlierWriters(
  parts: Repeating,
  now: LoggedFrame,
  target: ElementTarget,
  signal: AbortSignal,
  onFrame: (frame: number) => void,
): Promise<Result<FoundWriters | null> | null> {
  const start = now.record.frame.inputs.frame;
  const key = elementKey(target.resource, target.element);
  let at = start;
  let found: Result<FoundWriters | null> = ok(null);
  for (const frame of framesBefore(start, now, target)) {
    onFrame(frame);
    const record = await parts.frames.goTo(frame, signal);
    if (!record || signal.aborted) break;
    at = frame;
    const logged = record.ok ? await loggedFrame(parts, signal, record.value) : record;
    const writers = logged?.ok ? await writersOfFrame(parts, logged.value, [target]) : logged;
    if (!writers) break;
    if (!writers.ok) {
      found = writers;
      break;
    }
    const list = writers.value.get(key) ?? [];
    if (list.length === 0) continue;
    found = ok({ frame, writers: list });
    break;
  }
  if (at !== start) await parts.frames.goTo(start, NEVER);
  return signal.aborted ? null : found;
}

/** Frame 0 alone if the calls that use the resource run once. */
function framesBefore(
  start: number,
  { record, traced: { version }, accesses }: LoggedFrame,
  { resource }: ElementTarget,
): number[] {
  if (start === 0) return [];
  const { descriptor } = version;
  const accessed = accesses.resources[resource];
  const calls = accessed ? callsUsing(descriptor, nameOf(accessed, descriptor)) : [];
  if (calls.every(({ callOnce }) => callOnce)) return [0];
  if (calls.every((call) => !runs(call, record.frame.once))) return [0];
  const count = Math.min(MOST_FRAMES, start);
  const before = Array.from({ length: count }, (_, index) => start - 1 - index);
  return before.includes(0) ? before : [...before, 0];
}

function callsUsing(descriptor: RunDescriptor, name: string) {
  return descriptor.callCommands.filter((call) => resourcesOf(call, descriptor).has(name));
}
