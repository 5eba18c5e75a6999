import { entryPointsOf, type RunDescriptor } from '#core/plan/runDescriptor.ts';
import {
  findRaces,
  type Race,
  type RacingThread,
} from '#core/source/instrument/accesses/findRaces.ts';
import type { AccessTable } from '#core/source/instrument/accesses/logAccesses.ts';
import { placeOfSite, type SourcePlace } from '#core/source/instrument/places.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { runInSlices, whileNeeded } from '#core/util/slices.ts';
import type { FrameRecord } from '#engine/gpu/trace/frameRecorder.ts';
import {
  type FrameTracer,
  groupSizeOf,
  type TracedProgram,
} from '#engine/gpu/trace/frameTracer.ts';
import { logFrame, nameOf } from './accessLog.ts';

/** Two threads that race, as the panel lists them. */
export interface ListedRace {
  /** Such as `sums[12]` or `sums[12].left`. */
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
  let parts = 1;
  let isCut = false;
  for (let part = 0; part < Math.min(parts, MOST_PARTS); part += 1) {
    if (parts > 1) onProgress(part / parts);
    const entries = parts === 1 ? FIRST_ENTRIES : MOST_ENTRIES;
    const logged = await logFrame(
      tracer,
      traced,
      record,
      { mode: 'accesses', part, parts },
      entries,
    );
    if (!logged.ok) return logged;
    const { count, total } = logged.value;
    if (parts === 1 && total > count) {
      parts = Math.max(2, 2 ** Math.ceil(Math.log2((total * MARGIN) / MOST_ENTRIES)));
      part = -1;
      continue;
    }
    isCut ||= total > count;
    const search = findRaces(logged.value, table, sizeOf, found);
    await runInSlices(whileNeeded(search, signal));
    if (signal.aborted) break;
  }
  isCut ||= parts > MOST_PARTS;
  const races = [...found.values()].flatMap(
    (race) => listed(race, table, descriptor, traced.program) ?? [],
  );
  return ok({ kind: 'races', races, remarks: remarksOf(table, isCut) });
}

/** Parts are not equally large. */
const MARGIN = 1.5;

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
  descriptor: RunDescriptor,
  program: InstrumentedProgram,
): ListedRace | null {
  const accessed = resources[resource];
  const command = descriptor.callCommands[call];
  if (!accessed || !command) return null;
  const thread = ({ thread: id, access: { kind, site } }: RacingThread): ListedThread => ({
    thread: id,
    site,
    place: placeOfSite(program, site),
    isStore: kind === 'store' || kind === 'atomic',
  });
  return {
    element: `${nameOf(accessed, descriptor)}[${element}]`,
    entryPoint: entryPointsOf(command).at(-1) ?? '',
    threads: [thread(threads[0]), thread(threads[1])],
    elements,
  };
}
