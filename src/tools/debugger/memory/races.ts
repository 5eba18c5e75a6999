import { entryPointsOf } from '#core/plan/runDescriptor.ts';
import {
  findRaces,
  type Race,
  type RacingThread,
} from '#core/source/instrument/accesses/findRaces.ts';
import { type AccessTable, isStore } from '#core/source/instrument/accesses/logAccesses.ts';
import { placeOfSite, type SourcePlace } from '#core/source/instrument/places.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices, whileNeeded } from '#core/util/slices.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import {
  type FrameTracer,
  groupSizeOf,
  type TracedProgram,
} from '#engine/gpu/trace/frameTracer.ts';
import { logFrame } from './accessLog.ts';
import { elementText } from './elementText.ts';

/** Two threads that race, as the panel lists them. */
export interface ListedRace {
  /** Such as `sums[12]`. */
  readonly element: string;
  readonly entryPoint: string;
  readonly threads: readonly [ListedThread, ListedThread];
  /** How many elements the same two lines race for. */
  readonly elements: number;
}

export interface ListedThread {
  readonly thread: Thread;
  /** Null if the statement is in no file that is recorded. */
  readonly place: Required<SourcePlace> | null;
  readonly site: number | null;
  readonly isStore: boolean;
}

export interface FoundRaces {
  readonly races: readonly ListedRace[];
  /** What the search leaves out, each a sentence. */
  readonly remarks: readonly string[];
}

/** Entries of the first log, which tells how many there are. */
const FIRST_ENTRIES = 2 ** 18;
/** Entries of the logs after it: 32 MB. */
const MOST_ENTRIES = 2 ** 21;
const MOST_PARTS = 64;

/**
 * Finds the races of a frame. If the log is full, repeats the frame for one part of all elements
 * after the other.
 *
 * @param onProgress called before each part, with what is done, from 0 to 1
 */
export async function findRacesOfFrame(
  tracer: FrameTracer,
  traced: TracedProgram,
  record: FrameRecord,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<Result<{ readonly kind: 'races' } & FoundRaces>> {
  const table = traced.accesses;
  if (!table) return fail('The program logs no accesses.');
  const found = new Map<string, Race>();
  const { descriptor } = traced.version;
  const sizeOf = (call: number) => {
    const command = descriptor.callCommands[call];
    return command ? groupSizeOf(command, descriptor.shader) : ([1, 1, 1] as const);
  };
  const log = (part: number, parts: number, entries: number) =>
    logFrame(tracer, traced, record, { mode: 'accesses', part, parts }, entries);
  const whole = await log(0, 1, FIRST_ENTRIES);
  if (!whole.ok) return whole;
  const { count, total } = whole.value;
  const parts = total > count ? partsFor(total) : 1;
  let isCut = parts > MOST_PARTS;
  for (let part = 0; part < Math.min(parts, MOST_PARTS) && !signal.aborted; part += 1) {
    if (parts > 1) onProgress(part / parts);
    const logged = parts === 1 ? whole : await log(part, parts, MOST_ENTRIES);
    if (!logged.ok) return logged;
    isCut ||= logged.value.total > logged.value.count;
    await runInSlices(whileNeeded(findRaces(logged.value, table, sizeOf, found), signal));
  }
  const races = [...found.values()].flatMap((race) => listed(race, table, traced, record) ?? []);
  return ok({ kind: 'races', races, remarks: remarksOf(table, isCut) });
}

/** Parts are not equally large. */
const MARGIN = 1.5;

/** A power of two, of at least 2. */
function partsFor(total: number): number {
  return Math.max(2, 2 ** Math.ceil(Math.log2((total * MARGIN) / MOST_ENTRIES)));
}

function remarksOf({ isCut: isLarge }: AccessTable, isCut: boolean): string[] {
  return [
    ...(isCut
      ? ['This frame has more accesses than fit, so some elements were not searched.']
      : []),
    ...(isLarge ? ['The program has more places that access memory than can be searched.'] : []),
  ];
}

function listed(
  { resource, element, call, threads, elements }: Race,
  { resources }: AccessTable,
  { program, version: { descriptor } }: TracedProgram,
  { frame: { resources: bound } }: FrameRecord,
): ListedRace | null {
  const accessed = resources[resource];
  const command = descriptor.callCommands[call];
  if (!accessed || !command) return null;
  const thread = ({ thread: id, access: { kind, site } }: RacingThread): ListedThread => ({
    thread: id,
    site,
    place: placeOfSite(program, site),
    isStore: isStore(kind),
  });
  return {
    element: elementText(accessed, element, descriptor, bound),
    entryPoint: entryPointsOf(command).at(-1) ?? '',
    threads: [thread(threads[0]), thread(threads[1])],
    elements,
  };
}
