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
import { type ElementTarget, logFrame } from './accessLog.ts';
import { type DrawnTexel, drawnTexels, isDrawnTo } from './drawnTexels.ts';

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

/** An element whose writers are sought. */
export interface SoughtElement extends ElementTarget {
  /** The name of its resource. */
  readonly name: string;
}

/** What wrote an element in a frame. */
export interface ElementWriters {
  /** In the order of their stores. */
  readonly writers: readonly Writer[];
  /** Null if no draw changes the resource. */
  readonly drawn: DrawnTexel | null;
}

const UNWRITTEN: ElementWriters = { writers: [], drawn: null };

/**
 * The writers of some elements in a frame, in the same order. Null if aborted.
 *
 * @param before only draws before this call count
 */
export async function writersOfFrame(
  parts: Repeating,
  frame: LoggedFrame,
  sought: readonly SoughtElement[],
  { before = Number.POSITIVE_INFINITY, signal }: { before?: number; readonly signal: AbortSignal },
): Promise<Result<readonly ElementWriters[]> | null> {
  const { record, traced, accesses } = frame;
  const stored = sought.filter(({ resource }) => accesses.resources[resource]?.isStored);
  const stores = await storesOfFrame(parts, frame, stored);
  if (!stores.ok) return stores;
  const places = sought.map((each) => texelOf(record, each));
  const calls = traced.version.descriptor.callCommands;
  const texels = places.filter((place) => place !== null);
  const drawn =
    texels.length > 0
      ? await drawnTexels(parts, { record, calls }, texels, before, signal)
      : ok([]);
  if (!drawn?.ok) return drawn;
  return ok(
    sought.map(({ resource, element }, index): ElementWriters => {
      const place = places[index];
      const texel = place ? (drawn.value[texels.indexOf(place)] ?? null) : null;
      const own = stores.value.get(elementKey(resource, element)) ?? [];
      const all = [...own, ...(texel?.writers ?? [])];
      return { writers: all.toSorted((one, other) => one.call - other.call), drawn: texel };
    }),
  );
}

/** The texel of an element of a texture that draws change; null for other elements. */
function texelOf(record: FrameRecord, { name, element }: SoughtElement) {
  const bound = record.frame.resources.get(name);
  if (bound?.kind !== 'texture' || !isDrawnTo(record, name)) return null;
  const { width } = bound.texture;
  return { texture: name, texel: [element % width, Math.floor(element / width)] as const };
}

/** The stores to some elements in a frame, by resource and element. */
function storesOfFrame(
  { context, tracer }: Repeating,
  { record, traced, accesses }: LoggedFrame,
  targets: readonly ElementTarget[],
): Promise<Result<ReadonlyMap<string, readonly Writer[]>>> {
  if (targets.length === 0) return Promise.resolve(ok(new Map()));
  return onDevice(context, record.frame.device, async () => {
    const request = { mode: 'writers', targets } as const;
    const logged = await logFrame(tracer, traced, record, request, MOST_WRITERS);
    if (!logged.ok) return logged;
    return ok(writersIn(logged.value, accesses, traced.version.descriptor, traced.program));
  });
}

/**
 * Why the fragments that a texel keeps are unknown, or why it keeps none, as a sentence; null if it
 * keeps some or none were drawn.
 */
export function drawnRemark({ drawn, writers }: ElementWriters, frame: number): string | null {
  if (!drawn) return null;
  const { unknown, clearedBy } = drawn;
  if (unknown.length > 0) return `Drawn by ${[...new Set(unknown)].join(', ')} in frame ${frame}.`;
  const isLater = ({ call, fragment }: Writer) =>
    clearedBy !== null && (fragment?.isDrawn || call > clearedBy.call);
  return clearedBy === null || writers.some(isLater)
    ? null
    : `No fragment is kept there in frame ${frame}: the draw of ${clearedBy.entryPoint} cleared it.`;
}

/** The page returns to its frame in any case. */
const NEVER = new AbortController().signal;

/** How many frames are searched for a store, besides frame 0. */
const MOST_FRAMES = 60;

/**
 * Finds the newest writers of an element in the frames before one, going back frame by frame. Then
 * returns to that frame. Null if aborted, or if the frames cannot be drawn.
 *
 * @param onFrame called with each frame that is searched
 */
export async function findEarlierWriters(
  parts: Repeating,
  now: LoggedFrame,
  target: SoughtElement,
  signal: AbortSignal,
  onFrame: (frame: number) => void,
): Promise<Result<FoundWriters | null> | null> {
  const start = now.record.frame.inputs.frame;
  let at = start;
  let found: Result<FoundWriters | null> = ok(null);
  for (const frame of framesBefore(start, now, target)) {
    onFrame(frame);
    const record = await parts.frames.goTo(frame, signal);
    if (!record || signal.aborted) break;
    at = frame;
    const logged = record.ok ? await loggedFrame(parts, signal, record.value) : record;
    const written = logged?.ok ? await foundIn(parts, logged.value, target, signal) : logged;
    if (!written) break;
    found = written;
    if (!written.ok || written.value) break;
  }
  if (at !== start) await parts.frames.goTo(start, NEVER);
  return signal.aborted ? null : found;
}

/** The writers of an element in a frame; the value is null if there are none. Null if aborted. */
export async function foundIn(
  parts: Repeating,
  frame: LoggedFrame,
  target: SoughtElement,
  signal: AbortSignal,
): Promise<Result<FoundWriters | null> | null> {
  const written = await writersOfFrame(parts, frame, [target], { signal });
  if (!written?.ok) return written;
  const [each = UNWRITTEN] = written.value;
  const { frame: number } = frame.record.frame.inputs;
  const remark = drawnRemark(each, number);
  if (remark !== null) return fail(remark);
  const { writers } = each;
  return ok(writers.length > 0 ? { frame: number, writers } : null);
}

/** Frame 0 alone if the calls that use the resource run once. */
function framesBefore(
  start: number,
  { record, traced: { version } }: LoggedFrame,
  { name }: SoughtElement,
): number[] {
  if (start === 0) return [];
  const calls = callsUsing(version.descriptor, name);
  if (calls.every(({ callOnce }) => callOnce)) return [0];
  if (calls.every((call) => !runs(call, record.frame.once))) return [0];
  const count = Math.min(MOST_FRAMES, start);
  const before = Array.from({ length: count }, (_, index) => start - 1 - index);
  return before.includes(0) ? before : [...before, 0];
}

function callsUsing(descriptor: RunDescriptor, name: string) {
  return descriptor.callCommands.filter((call) => resourcesOf(call, descriptor).has(name));
}
