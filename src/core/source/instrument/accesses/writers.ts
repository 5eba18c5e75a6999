import { entryPointsOf, type RunProgram } from '#core/plan/runDescriptor.ts';
import { placeOfSite, type SourcePlace } from '#core/source/instrument/places.ts';
import type { InstrumentedProgram } from '#core/source/instrument/site.ts';
import type { Thread } from '#core/source/instrument/trace.ts';
import { type AccessLog, accessAt } from './decodeAccesses.ts';
import type { AccessTable } from './logAccesses.ts';

/** A thread that stored to an element, or a fragment that a texel was drawn by. */
export interface Writer {
  readonly entryPoint: string;
  /** Of a fragment, its pixel and the number that tells it from others, or the last 12 bits of that. */
  readonly thread: Thread;
  /** Null for the thread of a kernel. */
  readonly fragment: WritingFragment | null;
  /** The statement that stores, as a site; null if it is not recorded. */
  readonly site: number | null;
  readonly place: Required<SourcePlace> | null;
  /** Index of the call. */
  readonly call: number;
  /** How many barriers the thread had come to. */
  readonly barriers: number;
}

interface WritingFragment {
  /** Whether the texel has its colour or depth, other than by a store. */
  readonly isDrawn: boolean;
  /** Where it is from, such as `triangle of vertex 36`; empty if unknown. */
  readonly details: readonly string[];
}

/** The threads that stored to an element, in the newest frame in which any did. */
export interface FoundWriters {
  readonly frame: number;
  /** In the order of their stores. */
  readonly writers: readonly Writer[];
}

/** The writers in a log, by resource and element as `elementKey` joins them. */
export function writersIn(
  log: AccessLog,
  { accesses }: AccessTable,
  { callCommands }: Pick<RunProgram, 'callCommands'>,
  program: Pick<InstrumentedProgram, 'sites' | 'files'>,
): ReadonlyMap<string, readonly Writer[]> {
  const found = new Map<string, Writer[]>();
  for (let index = 0; index < log.count; index += 1) {
    const { number, thread, call, barriers, element } = accessAt(log, index);
    const access = accesses[number];
    const command = callCommands[call];
    if (!access || !command) continue;
    const { site } = access;
    const entryPoint = entryPointsOf(command).at(-1) ?? '';
    const place = placeOfSite(program, site);
    const key = elementKey(access.resource, element);
    const fragment = command.type === 'DRAW' ? { isDrawn: false, details: [] } : null;
    const writer = { entryPoint, thread, fragment, site, place, call, barriers };
    const known = found.get(key);
    if (known) known.push(writer);
    else found.set(key, [writer]);
  }
  return found;
}

export function elementKey(resource: number, element: number): string {
  return `${resource} ${element}`;
}

/** Such as `add, thread (6, 3, 0)` and `shade, pixel (12, 40), triangle of vertex 36`. */
export function writerText({ entryPoint, thread, fragment }: Writer): string {
  const [x, y] = thread;
  return fragment
    ? [entryPoint, `pixel (${x}, ${y})`, ...fragment.details].join(', ')
    : `${entryPoint}, thread (${thread.join(', ')})`;
}
