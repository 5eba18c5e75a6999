import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccessedResource } from '#core/source/instrument/accesses/logAccesses.ts';
import {
  readSharedMemory,
  type SharedVariable,
} from '#core/source/instrument/accesses/sharedMemory.ts';
import {
  accessesByStep,
  type ThreadAccess,
} from '#core/source/instrument/accesses/threadAccesses.ts';
import {
  elementKey,
  type FoundWriters,
  type Writer,
} from '#core/source/instrument/accesses/writers.ts';
import { scalarOf } from '#core/source/instrument/decodeTrace.ts';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { groupSizeOf } from '#engine/gpu/trace/frameTracer.ts';
import { onDevice } from '#tools/debugger/session/programs.ts';
import type { Repeating } from '#tools/debugger/session/repeating.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';
import type { Replay } from '#tools/debugger/trace/replay.ts';
import { logFrame, nameOf } from './accessLog.ts';
import { isDrawnTo } from './drawnTexels.ts';
import { elementText } from './elementText.ts';
import {
  drawnRemark,
  type ElementWriters,
  findEarlierWriters,
  foundIn,
  type LoggedFrame,
  loggedFrame,
  type SoughtElement,
  writersOfFrame,
} from './findWriters.ts';

/** An element that the traced thread loads in a step. */
export interface Load {
  /** Equal for loads whose values have the same origin. */
  readonly key: string;
  /** Such as `sums[12]`. */
  readonly text: string;
  /** Null if it is no number or vector. */
  readonly value: TracedValue | null;
  readonly access: ThreadAccess;
}

/** Where a loaded value comes from. */
export type Origin =
  | { readonly kind: 'looking'; readonly frame: number | null }
  /** By one thread, or by fragments that are blended or share a pixel, in their order. */
  | { readonly kind: 'written'; readonly writers: readonly Writer[]; readonly frame: number }
  /** Not in this frame, before the load. */
  | { readonly kind: 'earlier' }
  /** A sentence. */
  | { readonly kind: 'none'; readonly text: string };

export interface MemoryState {
  /** The trace that the loads belong to; null while none are known. */
  readonly of: Replay | null;
  /** By step; null while they are unknown. */
  readonly loads: ReadonlyMap<number, readonly Load[]> | null;
  readonly origins: ReadonlyMap<string, Origin>;
  /** The memory that the thread's group shares, at a step. */
  readonly sharedAt: (step: number) => readonly SharedVariable[];
  /** Why the loads are unknown, as a sentence; null if they are known. */
  readonly problem: string | null;
}

const NOTHING: MemoryState = {
  of: null,
  loads: null,
  origins: new Map(),
  sharedAt: () => [],
  problem: null,
};

const NEVER_STORED = 'No code of this program stores to it.';
const OTHER_FRAME = 'The thread was traced in another frame. Trace it again to see what it loads.';

/** Entries of a log of one thread, and of its group's stores to shared memory: 2 MB. */
const MOST_ENTRIES = 2 ** 17;

/** The newest step up to this one that loads anything; -1 if none does. */
export function loadingStep(loads: ReadonlyMap<number, unknown>, step: number): number {
  let newest = -1;
  for (const each of loads.keys()) if (each <= step && each > newest) newest = each;
  return newest;
}

/** How many loads of a step are looked up at once. */
export const MOST_LOADS = 16;

export type MemorySession = ReturnType<typeof createMemorySession>;

type MemoryStore = StoreApi<MemoryState>;

/** Finds out what the traced thread loads, and which threads stored that. */
export function createMemorySession(parts: Repeating) {
  const store: MemoryStore = createStore(() => NOTHING);
  const newest = createNewest();
  let now: LoggedFrame | null = null;
  /** The step that is shown, which may change while its thread is logged. */
  let shownStep = 0;
  /** Finds where the values that a step loads come from. */
  const findOrigins = async (step: number) => {
    const { loads, origins } = store.getState();
    const unknown = (loads?.get(loadingStep(loads, step)) ?? [])
      .slice(0, MOST_LOADS)
      .filter(({ key }) => !origins.has(key));
    if (!now || unknown.length === 0) return;
    const { signal } = newest;
    setOrigins(
      store,
      unknown.map(({ key }) => [key, { kind: 'looking', frame: null }]),
    );
    const found = await originsOf(parts, now, unknown, signal);
    if (signal.aborted || !found) return;
    setOrigins(store, found);
  };
  return {
    store,
    /** Shows the loads of a step of a trace, after logging its thread if that is new. */
    async follow({ replay, step, target, frame }: ShownTrace) {
      shownStep = step;
      if (store.getState().of === replay) return findOrigins(step);
      const signal = newest.next();
      store.setState({ ...NOTHING, of: replay });
      const logged = await loggedFrame(parts, signal);
      if (!logged || signal.aborted) return;
      const known = logged.ok
        ? await memoryOf(parts, logged.value, { replay, target, frame })
        : logged;
      if (signal.aborted) return;
      if (!known.ok) return store.setState({ problem: known.error });
      now = logged.ok ? logged.value : null;
      store.setState(known.value);
      return findOrigins(shownStep);
    },
    findOrigins,
    /** Looks for the store to an element in earlier frames. */
    async lookBack({ key, access }: Load) {
      if (!now) return;
      const { signal } = newest;
      const target = soughtBy(now, access);
      const show = (origin: Origin) => setOrigins(store, [[key, origin]]);
      const found = await findEarlierWriters(parts, now, target, signal, (frame) =>
        show({ kind: 'looking', frame }),
      );
      // The frame has been drawn again, maybe with other resources.
      const again = await loggedFrame(parts, signal);
      if (signal.aborted) return;
      if (again?.ok) now = again.value;
      show(originInPast(found));
    },
    findWriters: (place: ElementPlace, signal: AbortSignal, onFrame: OnFrame) =>
      findWriters(parts, place, signal, onFrame),
    end() {
      newest.end();
      now = null;
      store.setState(NOTHING, true);
    },
  };
}

interface ElementPlace {
  readonly resource: string;
  readonly element: number;
}

/** Called with each earlier frame that is searched. */
type OnFrame = (frame: number) => void;

/**
 * The threads that stored to an element of a resource in the current frame, and otherwise in the
 * newest frame before it in which any did. Pauses. Null if aborted.
 */
async function findWriters(
  parts: Repeating,
  { resource: name, element }: ElementPlace,
  signal: AbortSignal,
  onFrame: OnFrame,
): Promise<Result<FoundWriters> | null> {
  parts.context.workspace.pause();
  const logged = await loggedFrame(parts, signal);
  if (!logged?.ok) return logged;
  const { record, accesses, traced } = logged.value;
  const resource = accesses.resources.findIndex(
    (each) => nameOf(each, traced.version.descriptor) === name,
  );
  const isStored = accesses.resources[resource]?.isStored === true;
  if (!isStored && !isDrawnTo(record, name)) return fail(NEVER_STORED);
  const target = { resource, name, element };
  const now = await foundIn(parts, logged.value, target, signal);
  if (!now?.ok) return now;
  if (now.value) return ok(now.value);
  const before = await findEarlierWriters(parts, logged.value, target, signal, onFrame);
  if (!before?.ok) return before;
  return ok(before.value ?? { frame: record.frame.inputs.frame, writers: [] });
}

/** The element that a thread loads. */
function soughtBy(
  { accesses, traced }: LoggedFrame,
  { access: { resource }, element }: ThreadAccess,
): SoughtElement {
  const accessed = accesses.resources[resource];
  const name = accessed ? nameOf(accessed, traced.version.descriptor) : '';
  return { resource, name, element };
}

function setOrigins(store: MemoryStore, found: Iterable<readonly [string, Origin]>): void {
  store.setState(({ origins }) => ({ origins: new Map([...origins, ...found]) }));
}

function originInPast(found: Result<FoundWriters | null> | null): Origin {
  if (!found) return { kind: 'earlier' };
  if (!found.ok) return { kind: 'none', text: found.error };
  const { writers = [], frame = 0 } = found.value ?? {};
  const writer = writers.at(-1);
  return writer
    ? { kind: 'written', writers: withBlended(writer, writers), frame }
    : { kind: 'none', text: 'No thread stored to it in the frames before.' };
}

async function memoryOf(
  { context, tracer }: Repeating,
  { record, traced, accesses }: LoggedFrame,
  { replay, target, frame }: Pick<ShownTrace, 'replay' | 'target' | 'frame'>,
): Promise<Result<Pick<MemoryState, 'loads' | 'sharedAt'>>> {
  if (record.frame.inputs.frame !== frame) return fail(OTHER_FRAME);
  const { entryPoint, thread } = target;
  const request = { mode: 'threadAccesses', entryPoint, thread } as const;
  const logged = await onDevice(context, record.frame.device, () =>
    logFrame(tracer, traced, record, request, MOST_ENTRIES),
  );
  if (!logged.ok) return logged;
  const { descriptor } = traced.version;
  const { resources } = record.frame;
  const sites = replay.trace.steps.map(({ site }) => site);
  const loads = new Map<number, readonly Load[]>();
  for (const [step, all] of accessesByStep(logged.value, accesses, sites)) {
    const loaded = all.flatMap((access): Load[] => {
      const resource = accesses.resources[access.access.resource];
      if (!resource || access.access.kind === 'store') return [];
      const key = `${elementKey(access.access.resource, access.element)} ${access.call} ${access.barriers} ${access.isOwn}`;
      const text = elementText(resource, access.element, descriptor, resources);
      return [{ key, text, value: loadedValue(resource, access.bits), access }];
    });
    if (loaded.length > 0) loads.set(step, loaded);
  }
  return ok({ loads, sharedAt: readSharedMemory(logged.value, accesses, sites) });
}

function loadedValue({ cells }: AccessedResource, bits: readonly number[]): TracedValue | null {
  const elements = bits.flatMap((each) => (cells && scalarOf(each, cells.code)) ?? []);
  return elements.length > 1 ? { kind: 'vector', elements } : (elements[0] ?? null);
}

/** Null if aborted. */
async function originsOf(
  parts: Repeating,
  now: LoggedFrame,
  loads: readonly Load[],
  signal: AbortSignal,
): Promise<(readonly [string, Origin])[] | null> {
  const sought = loads.map(({ access }) => soughtBy(now, access));
  // All loads of a trace are of one call.
  const before = loads[0]?.access.call ?? 0;
  const found = await writersOfFrame(parts, now, sought, { before, signal });
  if (!found) return null;
  return loads.map(({ key, access }, index) => {
    if (!found.ok) return [key, { kind: 'none', text: found.error }];
    const written = found.value[index];
    return [key, written ? originOf(now, access, written) : { kind: 'earlier' }];
  });
}

function originOf(now: LoggedFrame, load: ThreadAccess, written: ElementWriters): Origin {
  const { record, traced, accesses } = now;
  const { descriptor } = traced.version;
  const { frame } = record.frame.inputs;
  const resource = accesses.resources[load.access.resource];
  if (!resource) return { kind: 'none', text: NEVER_STORED };
  const call = descriptor.callCommands[load.call];
  const size = call ? groupSizeOf(call, descriptor.shader) : ([1, 1, 1] as const);
  const isSameGroup = ({ thread }: Writer) =>
    thread.every(
      (id, axis) =>
        Math.floor(id / (size[axis] ?? 1)) ===
        Math.floor((load.thread[axis] ?? 0) / (size[axis] ?? 1)),
    );
  const { writers, drawn } = written;
  const known = resource.kind === 'shared' ? writers.filter(isSameGroup) : writers;
  const writer = newestBefore(load, known);
  const remark = drawnRemark({ drawn, writers: writer ? [writer] : [] }, frame);
  if (remark !== null) return { kind: 'none', text: remark };
  if (writer) return { kind: 'written', writers: withBlended(writer, writers), frame };
  const isChanged = resource.isStored || isDrawnTo(record, nameOf(resource, descriptor));
  if (!isChanged || resource.kind === 'shared') return { kind: 'none', text: NEVER_STORED };
  return frame === 0
    ? { kind: 'none', text: 'No thread stored to it before: it has its first value.' }
    : { kind: 'earlier' };
}

/** Adds the fragments that a texel has besides its newest one, if it was drawn. */
function withBlended(newest: Writer, writers: readonly Writer[]): readonly Writer[] {
  if (!newest.fragment?.isDrawn) return [newest];
  const until = writers.slice(0, writers.indexOf(newest) + 1);
  const stored = until.findLastIndex(({ fragment }) => !fragment?.isDrawn);
  return until.slice(stored + 1);
}

/** The store whose value a load most likely got. */
function newestBefore(load: ThreadAccess, writers: readonly Writer[]): Writer | undefined {
  const same = writers.filter(({ call }) => call === load.call);
  const isOwn = ({ thread }: Writer) => thread.every((id, axis) => id === load.thread[axis]);
  return (
    (load.isOwn ? same.findLast(isOwn) : undefined) ??
    same.findLast((each) => !isOwn(each) && each.barriers < load.barriers) ??
    writers.findLast(({ call }) => call < load.call) ??
    same.findLast((each) => !isOwn(each))
  );
}
